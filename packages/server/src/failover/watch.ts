/**
 * Watches for a database that failed over, went back in time or is another one. Where it can prove that nothing was lost it goes
 * on by itself; otherwise nothing is dispatched until an operator accepts.
 */
import { ServiceError } from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import { judgeFence, replicationMode, type FenceMemory, type FenceVerdict, type ReplicationMode } from "./judge.ts";
import type { FenceLook, FenceReason, FenceStore } from "./port.ts";

/** What the watch has found. */
export type FenceState = {
  /** Why nothing is dispatched; null while writes go on. */
  closed: FenceReason | null;
  mode: ReplicationMode;
  /** Whether writes are refused because commits wait for no standby, where that is required. */
  lacksSync: boolean;
};

/** The watch of one process. */
export type FenceWatch = {
  state(): FenceState;
  /** Looks now, because a dispatch found the fence closed; the next look comes soon at any rate. Never throws. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** What the watch works with. */
export type FenceWatchDeps = {
  store: FenceStore;
  /** Loads what an acceptance refuses of keys, before anything is dispatched after it. */
  reloadKeyExpiry: () => Promise<void>;
  /** Writes again what this process ended lately and the database lost. @returns how many records. */
  restoreLost: () => Promise<number>;
  /** Makes the event of a failover that needed no operator. */
  advancedEvent: (look: FenceLook) => AuditEvent;
  requiresSync: boolean;
  everyMs: number;
  onChange: (state: FenceState) => void;
  /** Told how many records the database had lost and were written again. */
  onRestored: (count: number) => void;
  onFailure: (error: unknown) => void;
};

/** How often a process looks, in milliseconds. */
export const fenceEveryMs = 2000;

/** Looks at once, then every `everyMs`. @throws StoreError if the first look fails. */
export async function watchFence(deps: FenceWatchDeps): Promise<FenceWatch> {
  let memory: FenceMemory | null = null;
  let state: FenceState = { closed: null, mode: "none", lacksSync: false };
  let said = "";
  let met = "";

  const adopt = async ({ facts, row }: FenceLook): Promise<void> => {
    await deps.reloadKeyExpiry();
    const { systemIdentifier, timeline, flushedBytes, isSynchronous } = facts;
    met = "";
    memory = { epoch: row.epoch, systemIdentifier, timeline, flushedBytes, wasProtected: isSynchronous };
    deps.store.hold(row.epoch);
  };
  /** New sessions go elsewhere than those of the pool, so what this process knows is held against what is there. */
  const meet = async ({ facts }: FenceLook): Promise<void> => {
    if (memory === null) return;
    if (memory.timeline === facts.timeline && memory.systemIdentifier === facts.systemIdentifier) return;
    // Once for each that is met: it can stay closed for long, and its sessions are good.
    const identity = `${facts.systemIdentifier} ${facts.timeline}`;
    if (identity === met) return;
    deps.store.renewSessions();
    const lost = await deps.restoreLost();
    met = identity;
    if (lost === 0) return;
    memory.wasProtected = false;
    deps.onRestored(lost);
  };
  const follow = async (look: FenceLook, verdict: FenceVerdict): Promise<void> => {
    if (verdict.kind === "adopt") return await adopt(look);
    if (verdict.kind === "advance") {
      // Whoever was faster has advanced it as well; the next look adopts that.
      await deps.store.advance(look, deps.advancedEvent(look));
      return await adopt(await deps.store.look());
    }
    if (verdict.kind === "closed") {
      deps.store.hold(null);
      if (verdict.tell) await deps.store.close(look.row.epoch, verdict.reason);
      return;
    }
    if (memory === null) return;
    memory.flushedBytes = look.facts.flushedBytes;
    memory.wasProtected &&= look.facts.isSynchronous;
  };
  const lookOnce = async (): Promise<void> => {
    const look = await deps.store.look();
    await meet(look);
    const verdict = judgeFence(memory, look, deps.requiresSync);
    await follow(look, verdict);
    const { facts, row } = look;
    if (facts.standbys > 0 && !row.sawStandbys) await deps.store.noteStandbys();
    state = {
      closed: verdict.kind === "closed" ? verdict.reason : null,
      mode: replicationMode(facts, row.sawStandbys),
      lacksSync: deps.requiresSync && !facts.isSynchronous,
    };
    const saying = JSON.stringify(state);
    if (saying !== said) deps.onChange(state);
    said = saying;
  };

  await lookOnce();
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => {
    looking ??= lookOnce()
      .catch(deps.onFailure)
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const timer = setInterval(() => void look(), deps.everyMs);
  timer.unref();
  return {
    state: () => state,
    look,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** What is said of a state: to the operator in the log, and to a caller whose write is refused. */
export function closedDetail({ closed, lacksSync }: FenceState): string | null {
  if (closed !== null)
    return `${reasons[closed]} Nothing was sent. Your operator has to run svc-server failover status.`;
  if (lacksSync)
    return "The database has no synchronous standby, and this service writes only with one. Nothing was sent.";
  return null;
}

/**
 * Refuses a write before it is claimed.
 * @throws ServiceError OVERLOADED while nothing is dispatched.
 */
export function refuseWhileClosed(
  { state }: Pick<FenceWatch, "state">,
  effect: "read" | "write" | "destructive",
): void {
  const detail = effect === "read" ? null : closedDetail(state());
  if (detail !== null) throw new ServiceError("OVERLOADED", { detail });
}

/** What an operator should know of a database that replicates like this; null if nothing can be lost. */
export function replicationAdvice(mode: ReplicationMode): string | null {
  if (mode === "asynchronous") {
    return (
      "PostgreSQL replicates asynchronously: a failover can lose the last writes that it acknowledged. Writes stop then until " +
      "an operator accepts the failover (docs/self-hosting.md, High availability)."
    );
  }
  if (mode === "degraded") return "PostgreSQL waits for a synchronous standby, and none is connected: no write passes.";
  return null;
}

const reasons: Readonly<Record<FenceReason, string>> = {
  failed_over: "The database failed over and may have lost acknowledged writes.",
  went_back: "The database is older than it was.",
  another_database: "The database is another one than this service has used.",
};
