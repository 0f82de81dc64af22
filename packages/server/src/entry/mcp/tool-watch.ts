/**
 * Notifies open streams when their tenant's tools change, and ends them when their key is revoked or the server stops.
 * The only state is this process's streams: each replica checks for itself.
 */
import { ServiceError } from "@svc/contract";
import type { Authenticate } from "../../domain/service-clients/authenticate.ts";
import { actorOf, type Caller } from "../../domain/service-clients/caller.ts";

/** One open stream. */
export type WatchedStream = {
  caller: Caller;
  tenantId: string;
  /** The stream's `Authorization` headers, to authenticate again. */
  authorization: readonly string[];
  /** Called when the tools have changed. */
  changed: () => void;
  /** Called when the stream must end. */
  ended: () => void;
};

/** The streams of this process. */
export type ToolWatch = {
  /**
   * Adds a stream until `leave` is called, which can be repeated. After `ready`, every change is reported.
   * @throws ServiceError RATE_LIMITED if the service client has too many.
   */
  open(stream: WatchedStream): { leave: () => void; ready: Promise<void> };
  /** Whether the service client may open another stream. */
  hasRoom(clientId: string): boolean;
};

/** How often to check keys and tools, in milliseconds, and the maximum number of streams per service client. */
export type WatchTimes = { keysEveryMs: number; toolsEveryMs: number; streamsPerClientMax: number };

/** Checks keys often enough to end revoked streams within a second, including half a second in the look-up's cache. */
export const watchDefaults: WatchTimes = { keysEveryMs: 400, toolsEveryMs: 1000, streamsPerClientMax: 100 };

/** The maximum for all service clients together. */
const streamsMax = 2000;

/** Dependencies of the watch. */
export type WatchDeps = {
  authenticate: Authenticate;
  /**
   * Returns a text that changes when the tenant's tools change. @throws ServiceError TENANT_NOT_FOUND if the tenant is
   * deleted or out of the caller's reach.
   */
  digest: (caller: Caller, tenantId: string) => Promise<string>;
  draining: () => boolean;
  monotonicMs: () => number;
  times: WatchTimes;
};

/** The streams of one key or token at one tenant; `digest` is null before the first check. */
type Group = { tenantId: string; digest: string | null; streams: Set<WatchedStream> };

/** Creates a watch without streams; without streams it checks nothing. */
export function createToolWatch(deps: WatchDeps): ToolWatch {
  const { times } = deps;
  const groups = new Map<string, Group>();
  const perClient = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let toolsDueAtMs = 0;

  const look = async (): Promise<void> => {
    const streams = [...groups.values()].flatMap((group) => [...group.streams]);
    if (deps.draining()) for (const stream of streams) stream.ended();
    else await endRevoked(deps.authenticate, streams);
    if (deps.monotonicMs() < toolsDueAtMs) return;
    toolsDueAtMs = deps.monotonicMs() + times.toolsEveryMs;
    for (const group of groups.values()) await compare(deps, group);
  };
  const schedule = (): void => {
    if (timer !== null || groups.size === 0) return;
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = null;
        schedule();
      });
    }, times.keysEveryMs);
    timer.unref();
  };
  let streamsOpen = 0;
  const hasRoom = (clientId: string): boolean => {
    return streamsOpen < streamsMax && (perClient.get(clientId) ?? 0) < times.streamsPerClientMax;
  };

  return {
    hasRoom,
    open(stream) {
      const clientId = stream.caller.client.id;
      if (!hasRoom(clientId)) {
        const detail = `This service client has ${times.streamsPerClientMax} streams open, or the server can hold no more. Close one before you open another.`;
        throw new ServiceError("RATE_LIMITED", { detail });
      }
      const { group, leave } = enter(stream);
      schedule();
      return { leave, ready: group.digest === null ? compare(deps, group) : Promise.resolve() };
    },
  };

  function enter(stream: WatchedStream): { group: Group; leave: () => void } {
    const clientId = stream.caller.client.id;
    // What a key sees depends on its own policy and reach.
    const name = `${clientId} ${stream.tenantId} ${actorOf(stream.caller)}`;
    const group = groups.get(name) ?? { tenantId: stream.tenantId, digest: null, streams: new Set() };
    groups.set(name, group);
    group.streams.add(stream);
    perClient.set(clientId, (perClient.get(clientId) ?? 0) + 1);
    streamsOpen += 1;
    const leave = (): void => {
      if (!group.streams.delete(stream)) return;
      if (group.streams.size === 0 && groups.get(name) === group) groups.delete(name);
      streamsOpen -= 1;
      const left = (perClient.get(clientId) ?? 1) - 1;
      if (left === 0) perClient.delete(clientId);
      else perClient.set(clientId, left);
    };
    return { group, leave };
  }
}

/** Authenticates each key once; this also updates what a stream's client may do. */
async function endRevoked(authenticate: Authenticate, streams: readonly WatchedStream[]): Promise<void> {
  for (const [actor, own] of Map.groupBy(streams, ({ caller }) => actorOf(caller))) {
    const caller = await authenticate(own[0]?.authorization ?? []).catch(unlessRefused);
    if (caller === undefined) continue;
    for (const stream of own) {
      if (caller !== null && actorOf(caller) === actor) stream.caller = caller;
      else stream.ended();
    }
  }
}

/** Null for a refusal, undefined if it can't be determined now: a database failure does not end a stream. */
function unlessRefused(error: unknown): null | undefined {
  return error instanceof ServiceError && error.code === "UNAUTHENTICATED" ? null : undefined;
}

async function compare(deps: WatchDeps, group: Group): Promise<void> {
  const [one] = group.streams;
  if (one === undefined) return;
  const digest = await deps.digest(one.caller, group.tenantId).catch(unlessGone);
  if (digest === null) for (const stream of group.streams) stream.ended();
  if (typeof digest !== "string" || digest === group.digest) return;
  const isFirst = group.digest === null;
  group.digest = digest;
  if (!isFirst) for (const stream of group.streams) stream.changed();
}

/** Null if the tenant is deleted or out of reach, undefined if it can't be determined now. */
function unlessGone(error: unknown): null | undefined {
  return error instanceof ServiceError && error.code === "TENANT_NOT_FOUND" ? null : undefined;
}
