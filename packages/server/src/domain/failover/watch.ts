/**
 * Watches for a database that failed over, went back in time or is another one. Where it can prove that nothing was lost it goes
 * on by itself; otherwise nothing is dispatched until an operator accepts.
 */
import { ServiceError } from "@svc/contract";
import type { AuditEvent } from "../audit/port.ts";
import { closedDetail } from "./describe.ts";
import { judgeFence, replicationMode, type FenceMemory, type FenceState, type FenceVerdict } from "./judge.ts";
import type { DatabaseFacts, FenceLook, FenceStore } from "./port.ts";

/** The watch of one process. */
export type FenceWatch = {
  state(): FenceState;
  /** Looks now. Never throws. */
  look(): Promise<void>;
  /** A dispatch was refused, perhaps by the fence: looks now, once between two regular looks however many are refused. */
  dispatchRefused(): void;
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
  let confirming: Promise<void> | null = null;

  /**
   * Proves by a commit that a standby holds all that was acknowledged, unless that is known. Apart from the looks, because it
   * waits for that standby.
   * @param of what it is true of; whatever casts doubt on it replaces the memory.
   */
  const confirm = (of: FenceMemory, { standbys }: DatabaseFacts): void => {
    if (of.wasProtected || !of.commitsWaited || standbys === 0) return;
    confirming ??= deps.store
      .confirm(of.epoch)
      .then((isConfirmed) => void (of.wasProtected = isConfirmed))
      .catch(deps.onFailure)
      .finally(() => {
        confirming = null;
      });
  };
  const adopt = async ({ facts, row }: FenceLook): Promise<void> => {
    await deps.reloadKeyExpiry();
    const { systemIdentifier, timeline, flushedBytes, isSynchronous: commitsWaited } = facts;
    met = "";
    memory = { epoch: row.epoch, systemIdentifier, timeline, flushedBytes, commitsWaited, wasProtected: false };
    deps.store.hold(row.epoch);
    confirm(memory, facts);
  };
  /** The database is not as this process left it, so what this process knows is held against what is there. */
  const meet = async ({ facts, row }: FenceLook, verdict: FenceVerdict): Promise<void> => {
    if (memory === null || verdict.kind === "same") return;
    // Once for each that is met: it can stay closed for long, and its sessions are good.
    const identity = `${facts.systemIdentifier} ${facts.timeline} ${row.epoch}`;
    if (identity === met) return;
    deps.store.renewSessions();
    const lost = await deps.restoreLost();
    met = identity;
    if (lost === 0) return;
    memory = { ...memory, wasProtected: false };
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
    const { flushedBytes, isSynchronous } = look.facts;
    memory.flushedBytes = flushedBytes;
    if (!isSynchronous) memory = { ...memory, wasProtected: false };
    // Uses the look before, because PostgreSQL shows the setting a moment before it applies to commits.
    else confirm(memory, look.facts);
    memory.commitsWaited = isSynchronous;
  };
  const lookOnce = async (): Promise<void> => {
    const look = await deps.store.look();
    await meet(look, judgeFence(memory, look, deps.requiresSync));
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
  let wasAsked = false;
  const timer = setInterval(() => {
    wasAsked = false;
    void look();
  }, deps.everyMs);
  timer.unref();
  return {
    state: () => state,
    look,
    dispatchRefused() {
      if (wasAsked) return;
      wasAsked = true;
      // A look that is under way may have been there before whatever refused the dispatch.
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
