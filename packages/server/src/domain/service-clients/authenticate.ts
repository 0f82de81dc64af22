/**
 * Resolves an `Authorization` header to a caller. Absent, malformed, unknown, expired and revoked keys and tokens all
 * get the same response.
 */
import { ServiceError, type TokenAudience } from "@svc/contract";
import type {
  DelegatedTokenRow,
  DelegatedTokenStore,
  ServiceKeys,
  ServiceClientRow,
  ServiceClientStore,
  ServiceKeyRow,
} from "./port.ts";
import { statusOf } from "./present-token.ts";
import { narrowActions, narrowConnections, type KnownAction } from "./rights.ts";
import { isReached } from "../tenants/port.ts";
import type { Platform } from "../../platform.ts";
import type { Caller } from "./caller.ts";

/** How long a lookup may be reused. A revocation by any process takes effect within this time. */
const cacheMs = 500;
const cachedMax = 1000;

/** RFC 6750 §2.1; the scheme is case-insensitive (RFC 9110 §11.1). */
const bearerForm = /^bearer +([\x21-\x7e]+)$/i;

/** RFC 9110 allows long headers; a key has 57 characters, a token 71. */
const headerLengthMax = 200;

/** A key, or a token with its key. `chain`: the token's ancestors and the token, oldest first. */
type Found = {
  client: ServiceClientRow;
  key: ServiceKeyRow;
  chain: readonly DelegatedTokenRow[];
  isTenantDeleted: boolean;
  /** The label of a token's tenant. */
  tenantLabel: string | null;
};
/** A lookup's result, its caller, and until when both may be reused, on the monotonic clock. */
type LookedUp = { found: Found; caller: Caller; until: number };
/** A service key or delegated token, identified by its text. */
type Named = { kind: "key" | "token"; id: string };

/**
 * Authenticates a request.
 * @param values every `Authorization` header of the request. @param audience the entry point; the REST API by default.
 * @throws ServiceError UNAUTHENTICATED.
 */
export type Authenticate = (values: readonly string[], audience?: TokenAudience) => Promise<Caller>;

/** Dependencies of the check. */
export type AuthenticateDeps = {
  /** Finds keys by their public id. */
  store: Pick<ServiceClientStore, "findByKeyId">;
  tokens: Pick<DelegatedTokenStore, "findForUse">;
  keys: ServiceKeys;
  /** Returns every loaded action, for computing which ones a token leaves. */
  actions: () => readonly KnownAction[];
  platform: Platform;
  /** Called if a genuine token is presented after it expired or was revoked. Never rejects. */
  onEndedToken?: (token: DelegatedTokenRow) => Promise<void>;
};

/** Creates the check. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { keys, platform } = deps;
  const lookUp = cachedLookUp(deps);
  // Lookups by the digest of the presented text, for as long as they may be reused.
  const recent = new Map<string, LookedUp>();
  const isKnown = createVerify(keys);
  return async (values, audience = "api") => {
    const presented = readBearer(values);
    const digest = presented === null ? "" : keys.digest(presented);
    const known = recent.get(digest);
    if (known !== undefined && platform.monotonicMs() < known.until && isActive(known.found, platform.nowMs())) {
      return forAudience(known.caller, audience);
    }
    // Check the checksum first, so that a malformed key costs no lookup in the store.
    const named = presented === null ? null : nameIn(keys, presented);
    if (presented === null || named === null) throw new ServiceError("UNAUTHENTICATED");
    const lookedUp = await lookUp(named);
    const genuine = isKnown(named, lookedUp?.found ?? null, presented);
    if (lookedUp === null || !genuine || !isActive(lookedUp.found, platform.nowMs())) {
      const token = lookedUp?.found.chain.at(-1);
      if (genuine && token !== undefined) await deps.onEndedToken?.(token);
      throw new ServiceError("UNAUTHENTICATED");
    }
    if (recent.size >= cachedMax) recent.clear();
    recent.set(digest, lookedUp);
    return forAudience(lookedUp.caller, audience);
  };
}

function nameIn(keys: ServiceKeys, presented: string): Named | null {
  const key = keys.parseServiceKey(presented);
  if (key !== null) return { kind: "key", id: key.id };
  const token = keys.parseDelegatedToken(presented);
  return token === null ? null : { kind: "token", id: token.id };
}

/** Creates the check of a presented text against the lookup's result. Unknown ids take as long as known ones. */
function createVerify(keys: ServiceKeys): (named: Named, found: Found | null, presented: string) => boolean {
  const dummy = { clientId: "", tenantId: "", id: "" };
  const { key } = keys.makeServiceKey();
  const dummyKey = { ...dummy, hash: keys.hash(dummy, key) };
  const dummyToken = { ...dummy, hash: keys.hashToken(dummy, key) };
  return ({ kind }, found, presented) =>
    kind === "key"
      ? keys.verify(found?.key ?? dummyKey, presented)
      : keys.verifyToken(found?.chain.at(-1) ?? dummyToken, presented);
}

/** @throws ServiceError UNAUTHENTICATED for a token that isn't meant for this entry point. */
function forAudience(caller: Caller, audience: TokenAudience): Caller {
  if (caller.token?.row.audience.includes(audience) ?? true) return caller;
  throw new ServiceError("UNAUTHENTICATED");
}

/** Returns the only bearer token in the headers; null for none, several, or another scheme. */
export function readBearer(values: readonly string[]): string | null {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0 || value.length > headerLengthMax) return null;
  return bearerForm.exec(value)?.[1] ?? null;
}

function isActive({ client, key, chain, isTenantDeleted }: Found, nowMs: number): boolean {
  const expired = key.expiresAt !== null && key.expiresAt <= nowMs;
  if (client.revokedAt !== null || key.revokedAt !== null || expired || isTenantDeleted) return false;
  return chain.every((token) => statusOf(token, nowMs) === "active");
}

/** Returns the caller for a key or token. A token's rights are computed here, so they are as recent as the lookup. */
export function toCaller(
  { actions }: Pick<AuthenticateDeps, "actions">,
  { client, key, chain, tenantLabel }: Pick<Found, "client" | "key" | "chain" | "tenantLabel">,
): Caller {
  const row = chain.at(-1);
  const { id: keyId, policyRules: keyPolicy, mayDecide } = key;
  if (row === undefined) return { client, keyId, keyPolicy, mayDecide, tenants: key.tenants };
  const isTenantReached = isReached(key.tenants, { id: row.tenantId, label: tenantLabel });
  const narrowed = narrowActions(client.allowedActions, chain, actions);
  return {
    client: { ...client, allowedActions: narrowed ?? client.allowedActions },
    keyId,
    keyPolicy,
    tenants: { ids: isTenantReached ? [row.tenantId] : [] },
    token: { row, chain, connections: narrowConnections(chain), actions: narrowed },
  };
}

function cachedLookUp(deps: AuthenticateDeps): (named: Named) => Promise<LookedUp | null> {
  const cache = new Map<string, LookedUp>();
  const find = async ({ kind, id }: Named): Promise<Found | null> => {
    if (kind === "token") return await deps.tokens.findForUse(id);
    const found = await deps.store.findByKeyId(id);
    return found === null ? null : { ...found, chain: [], isTenantDeleted: false, tenantLabel: null };
  };
  return async (named) => {
    // Read before the lookup, so that a revocation during it takes effect within the cache time.
    const startedAt = deps.platform.monotonicMs();
    const cached = cache.get(named.id);
    if (cached !== undefined && startedAt < cached.until) return cached;
    cache.delete(named.id);
    const found = await find(named);
    if (found === null) return null;
    if (cache.size >= cachedMax) cache.clear();
    const lookedUp = { found, caller: toCaller(deps, found), until: startedAt + cacheMs };
    cache.set(named.id, lookedUp);
    return lookedUp;
  };
}
