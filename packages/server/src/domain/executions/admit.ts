/**
 * Admits a request, in the order of contract §1.12: parse, replay, authorize, ask for capacity. What is left is a call
 * to carry out (`carry-out.ts`), or a refusal that leaves no record.
 *
 * Recently used connections are cached, so that the next request needs no lookup. An entry may be out of date: the claim
 * checks it in the database (port.ts), so a disconnect, reconnect or deletion on any replica takes effect immediately.
 */
import { ServiceError } from "@svc/contract";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { Admission, Admit } from "../limits/limits.ts";
import type { Platform } from "../../platform.ts";
import type { ConnectionRef, ExecutionStore } from "./port.ts";
import type { ExecuteResult } from "./replay.ts";
import {
  authorize,
  type AuthorizedAction,
  type AuthorizeDeps,
  type ExecuteRequest,
  type ParsedRequest,
  parseRequest,
  refuseUncovered,
} from "./request.ts";

/** Dependencies of {@link withCall}. */
export type CallDeps = {
  platform: Pick<Platform, "monotonicMs">;
  /** Time limit of the whole call, in milliseconds. */
  callTimeoutMs: number;
  /** Executions in flight. A graceful shutdown waits for them. */
  inFlight: Set<Promise<unknown>>;
};

/** Dependencies of {@link admit}. */
export type AdmitDeps = AuthorizeDeps & {
  store: Pick<ExecutionStore, "lookUp">;
  connectionCache: ConnectionCache;
  /** The last check before the claim. A refused request leaves no trace. */
  admit: Admit;
};

/** A request, with the state that its passes share. */
export type Call = {
  request: ExecuteRequest;
  ref: ConnectionRef;
  /** Deadline of the whole call on the monotonic clock. */
  deadlineMs: number;
  /** Null until the request is admitted. */
  admission: Admission | null;
  /** Whether a record was written. If so, the admission counts. */
  wasClaimed: boolean;
};

/** A call that passed every check. `mayRun`: it needs no person's approval, or has it. */
export type AdmittedCall = { call: Call; parsed: ParsedRequest; authorized: AuthorizedAction; mayRun: boolean };

/** How a request got here: what its key means, and whether a person still has to approve it. */
export type Entrance<Proposed> = {
  /**
   * Returns the key's earlier response.
   * @param looksUp false if the claim finds out whether the key was ever claimed.
   */
  replay(parsed: ParsedRequest, looksUp: boolean): Promise<ExecuteResult<Proposed> | null>;
  /** Whether the call may run. @throws ServiceError if it can neither run nor wait for an approval. */
  mayRun(authorized: AuthorizedAction): boolean;
};

/** Serves a request within its deadline. What it was admitted to is given back at the end. */
export async function withCall<Result>(
  { platform, callTimeoutMs, inFlight }: CallDeps,
  request: ExecuteRequest,
  serve: (call: Call) => Promise<Result>,
): Promise<Result> {
  const ref = { clientId: request.caller.client.id, tenantId: request.tenantId, connectionId: request.connectionId };
  const deadlineMs = platform.monotonicMs() + callTimeoutMs;
  const call: Call = { request, ref, deadlineMs, admission: null, wasClaimed: false };
  const running = serve(call);
  inFlight.add(running);
  try {
    return await running;
  } finally {
    inFlight.delete(running);
    call.admission?.end(call.wasClaimed);
  }
}

/**
 * Runs the steps before the claim. @param cached the connection from the cache; null to look it up.
 * @returns the admitted call, or the key's earlier response. @throws ServiceError for a refusal.
 */
export async function admit<Proposed>(
  deps: AdmitDeps,
  call: Call,
  entrance: Entrance<Proposed>,
  cached: ConnectionWithCredential | null,
): Promise<AdmittedCall | ExecuteResult<Proposed>> {
  const { request, ref } = call;
  const connection = cached ?? (await lookUp(deps, ref));
  const parsed = parseRequest(deps, request, connection);
  refuseUncovered(request, connection);
  // With a cached connection, the claim returns `stale` if the key was ever claimed.
  const replay = await entrance.replay(parsed, cached === null);
  if (replay !== null) return replay;
  const authorized = authorize(deps, request, parsed, connection);
  const mayRun = entrance.mayRun(authorized);
  // To propose a call, svc only reads.
  const effect = mayRun ? authorized.action.effect : "read";
  call.admission ??= deps.admit({ ...ref, provider: authorized.sealed.provider.slug, effect });
  return { call, parsed, authorized, mayRun };
}

/** Looks up the connection; null if the tenant has none with this id. @throws ServiceError TENANT_NOT_FOUND. */
async function lookUp(
  { store, connectionCache }: AdmitDeps,
  ref: ConnectionRef,
): Promise<ConnectionWithCredential | null> {
  const found = await store.lookUp(ref);
  connectionCache.set(ref, found?.connection ?? null);
  if (found === null) throw new ServiceError("TENANT_NOT_FOUND");
  return found.connection;
}

/** A cache of connections with their sealed credentials. */
type ConnectionCache = {
  /** Returns the connection from its last lookup; null if that was too long ago, or if there was none. */
  get(ref: ConnectionRef): ConnectionWithCredential | null;
  /** Stores the result of a lookup. Only an active connection is kept; anything else removes the entry. */
  set(ref: ConnectionRef, found: ConnectionWithCredential | null): void;
};

/** Lifetime of an entry after its lookup, in milliseconds. */
const keptForMs = 10_000;
/** A sealed credential is a few hundred bytes. */
const entriesMax = 1000;

/** Creates an empty cache. */
export function createConnectionCache({ monotonicMs }: Pick<Platform, "monotonicMs">): ConnectionCache {
  const entries = new Map<string, { found: ConnectionWithCredential; untilMs: number }>();
  return {
    get(ref) {
      const entry = entries.get(keyOf(ref));
      return entry !== undefined && monotonicMs() < entry.untilMs ? entry.found : null;
    },
    set(ref, found) {
      const nowMs = monotonicMs();
      const key = keyOf(ref);
      entries.delete(key);
      // Entries are in insertion order, so the first ones expire first.
      for (const [oldest, { untilMs }] of entries) {
        if (nowMs < untilMs && entries.size < entriesMax) break;
        entries.delete(oldest);
      }
      if (found !== null && found.connection.status === "active" && found.record !== null) {
        entries.set(key, { found, untilMs: nowMs + keptForMs });
      }
    },
  };
}

/** Ids come from the caller and may contain any text. Including their lengths gives different refs different keys. */
function keyOf({ clientId, tenantId, connectionId }: ConnectionRef): string {
  return `${clientId.length}.${tenantId.length}.${clientId}${tenantId}${connectionId}`;
}
