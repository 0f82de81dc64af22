/**
 * Tells open streams when their tenant's tools have changed, and ends them when their key is no longer good or the server
 * stops. Nothing is kept beyond the streams of this process: each replica looks for itself.
 */
import { ServiceError } from "@svc/contract";
import type { Authenticate } from "../service-clients/authenticate.ts";
import type { Caller } from "../service-clients/caller.ts";

/** One open stream. */
export type WatchedStream = {
  caller: Caller;
  tenantId: string;
  /** The `Authorization` headers it came with, to be asked again. */
  authorization: readonly string[];
  /** The tools have changed. */
  changed: () => void;
  /** The stream must end. */
  ended: () => void;
};

/** The streams of this process. */
export type ToolWatch = {
  /**
   * Adds a stream until `leave` is called, once or more often. From `ready` on, every change is told.
   * @throws ServiceError RATE_LIMITED where the service client has too many.
   */
  open(stream: WatchedStream): { leave: () => void; ready: Promise<void> };
  /** Whether the service client may open one more. */
  hasRoom(clientId: string): boolean;
};

/** How often keys and tools are looked at, in milliseconds, and how many streams a service client may have. */
export type WatchTimes = { keysEveryMs: number; toolsEveryMs: number; streamsPerClientMax: number };

/** Keys so often that a revocation is effective within a second, with half a second of it in the look-up's cache. */
export const watchDefaults: WatchTimes = { keysEveryMs: 400, toolsEveryMs: 1000, streamsPerClientMax: 100 };

/** Streams of all service clients together. */
const streamsMax = 2000;

/** What the watch needs. */
export type WatchDeps = {
  authenticate: Authenticate;
  /** A text that differs when the tenant's tools do. @throws ServiceError TENANT_NOT_FOUND once the tenant is gone. */
  digest: (caller: Caller, tenantId: string) => Promise<string>;
  draining: () => boolean;
  monotonicMs: () => number;
  times: WatchTimes;
};

/** The streams of one tenant of one client; `digest` is null until the tools were looked at first. */
type Group = { tenantId: string; digest: string | null; streams: Set<WatchedStream> };

/** Makes a watch without streams; it looks at nothing while there are none. */
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
        const detail = `This service client has ${times.streamsPerClientMax} streams open, or the server all that it can hold. Close one before you open another.`;
        throw new ServiceError("RATE_LIMITED", { detail });
      }
      const { group, leave } = enter(stream);
      schedule();
      return { leave, ready: group.digest === null ? compare(deps, group) : Promise.resolve() };
    },
  };

  function enter(stream: WatchedStream): { group: Group; leave: () => void } {
    const clientId = stream.caller.client.id;
    const name = `${clientId} ${stream.tenantId}`;
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

/** Asks each key once; a stream also learns here what its client is allowed by now. */
async function endRevoked(authenticate: Authenticate, streams: readonly WatchedStream[]): Promise<void> {
  for (const [keyId, own] of Map.groupBy(streams, ({ caller }) => caller.keyId)) {
    const caller = await authenticate(own[0]?.authorization ?? []).catch(unlessRefused);
    if (caller === undefined) continue;
    for (const stream of own) {
      if (caller?.keyId === keyId) stream.caller = caller;
      else stream.ended();
    }
  }
}

/** Null for a refusal, undefined where nobody can tell now: a stream does not end because the database is away. */
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

/** Null once the tenant is gone, undefined where nobody can tell now. */
function unlessGone(error: unknown): null | undefined {
  return error instanceof ServiceError && error.code === "TENANT_NOT_FOUND" ? null : undefined;
}
