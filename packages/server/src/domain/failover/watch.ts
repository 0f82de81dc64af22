/**
 * Watches for a database that failed over, went back in time or was replaced by another one. If the watch can prove
 * that nothing was lost, it accepts the database itself; otherwise nothing is dispatched until an operator accepts it.
 */
import { ServiceError } from "@svc/contract";
import { closedDetail } from "./describe.ts";
import { judgeFence, replicationMode, type FenceMemory, type FenceState, type FenceVerdict } from "./judge.ts";
import type { DatabaseFacts, FenceReading, FenceStore } from "./port.ts";

/** The watch of one process. */
export type FenceWatch = {
  state(): FenceState;
  /** Reads the fence now and acts on it. Never throws. */
  look(): Promise<void>;
  /** Reports a dispatch that the fence may have refused. Looks now, but only once between two regular looks. */
  dispatchRefused(): void;
  stop(): Promise<void>;
};

/** Dependencies of the watch. */
export type FenceWatchDeps = {
  store: FenceStore;
  /** Reloads the expiry of keys after an acceptance, before anything else is dispatched. */
  reloadKeyExpiry: () => Promise<void>;
  /** Rewrites this process's recently settled records if the database lost them. @returns how many. */
  restoreLost: () => Promise<number>;
  requiresSync: boolean;
  everyMs: number;
  onChange: (state: FenceState) => void;
  /** Called with the number of lost records that were rewritten. */
  onRestored: (count: number) => void;
  onFailure: (error: unknown) => void;
};

/** How often a process looks, in milliseconds. */
export const fenceEveryMs = 2000;

/** Looks immediately, then every `everyMs`. @throws StoreError if the first look fails. */
export async function watchFence(deps: FenceWatchDeps): Promise<FenceWatch> {
  let memory: FenceMemory | null = null;
  let state: FenceState = { closed: null, mode: "none", lacksSync: false };
  let reportedState = "";
  let handledDatabase = "";
  let confirming: Promise<void> | null = null;

  /**
   * Proves with a commit that a standby has everything that was acknowledged, unless that's already known. Runs outside
   * the looks, because the commit waits for the standby.
   * @param current marked as protected. Anything that casts doubt on it replaces the memory, so a late proof has no
   * effect.
   */
  const confirm = (current: FenceMemory, { standbys }: DatabaseFacts): void => {
    if (current.wasProtected || !current.commitsWaited || standbys === 0) return;
    confirming ??= deps.store
      .confirm(current.epoch)
      .then((isConfirmed) => void (current.wasProtected = isConfirmed))
      .catch(deps.onFailure)
      .finally(() => {
        confirming = null;
      });
  };
  const adopt = async ({ facts, row }: FenceReading): Promise<void> => {
    await deps.reloadKeyExpiry();
    const { isSynchronous: commitsWaited, standbys: _standbys, ...identity } = facts;
    handledDatabase = "";
    memory = { epoch: row.epoch, ...identity, commitsWaited, wasProtected: false };
    deps.store.setEpoch(row.epoch);
    confirm(memory, facts);
  };
  /** Replaces the sessions and restores lost records if the database isn't as this process left it. */
  const restore = async ({ facts, row }: FenceReading, verdict: FenceVerdict): Promise<void> => {
    if (memory === null || verdict.kind === "same") return;
    // Once per database: the fence can stay closed for a long time, and the new sessions are fine.
    const identity = `${facts.systemIdentifier} ${facts.databaseOid} ${facts.timeline} ${row.epoch}`;
    if (identity === handledDatabase) return;
    deps.store.replaceSessions();
    const lost = await deps.restoreLost();
    handledDatabase = identity;
    if (lost === 0) return;
    memory = { ...memory, wasProtected: false };
    deps.onRestored(lost);
  };
  const applyVerdict = async (reading: FenceReading, verdict: FenceVerdict): Promise<void> => {
    if (verdict.kind === "adopt") return await adopt(reading);
    if (verdict.kind === "advance") {
      // Another server may have advanced it first; either way, the next reading is adopted.
      await deps.store.advance(reading);
      return await adopt(await deps.store.read());
    }
    if (verdict.kind === "closed") {
      deps.store.setEpoch(null);
      if (verdict.mustClose) await deps.store.close(reading.row.epoch, verdict.reason);
      return;
    }
    if (memory === null) return;
    const { flushedBytes, isSynchronous } = reading.facts;
    memory.flushedBytes = flushedBytes;
    if (!isSynchronous) memory = { ...memory, wasProtected: false };
    // Uses the previous reading, because PostgreSQL shows the setting a moment before it applies to commits.
    else confirm(memory, reading.facts);
    memory.commitsWaited = isSynchronous;
  };
  const lookOnce = async (): Promise<void> => {
    const reading = await deps.store.read();
    await restore(reading, judgeFence(memory, reading, deps.requiresSync));
    const verdict = judgeFence(memory, reading, deps.requiresSync);
    await applyVerdict(reading, verdict);
    const { facts, row } = reading;
    if (facts.standbys > 0 && !row.sawStandbys) await deps.store.recordStandbys();
    state = {
      closed: verdict.kind === "closed" ? verdict.reason : null,
      mode: replicationMode(facts, row.sawStandbys),
      lacksSync: deps.requiresSync && !facts.isSynchronous,
    };
    const text = JSON.stringify(state);
    if (text !== reportedState) deps.onChange(state);
    reportedState = text;
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
  let hasExtraLook = false;
  const timer = setInterval(() => {
    hasExtraLook = false;
    void look();
  }, deps.everyMs);
  timer.unref();
  return {
    state: () => state,
    look,
    dispatchRefused() {
      if (hasExtraLook) return;
      hasExtraLook = true;
      // A running look may have read the fence before the change that refused the dispatch.
      void (looking ?? Promise.resolve()).then(look);
    },
    async stop() {
      clearInterval(timer);
      await looking;
      await confirming;
    },
  };
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
