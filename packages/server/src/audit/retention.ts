/** Removes events that are older than their retention, after it has verified them, and leaves a signed anchor. */
import type { ConfirmedTime, ServiceClock } from "../clock/service-clock.ts";
import { anchorFault, boundFaults, endFault, eventFault, type ChainFault, type Place } from "./faults.ts";
import type { AuditAnchor, AuditTrail, DueEvents } from "./port.ts";
import { readAnchor, signAnchor, type Signing } from "./signed.ts";

/** What retention works with. */
export type RetentionDeps = {
  trail: Pick<AuditTrail, "chainIds" | "prune">;
  signing: Signing;
  clock: Pick<ServiceClock, "confirmed">;
  /** How long an event is kept, in milliseconds. */
  keptMs: number;
};

/** A chain whose old events do not verify, so that none of them was removed. */
export type StoppedChain = {
  /** "" for the deployment's own chain. */
  clientId: string;
  fault: ChainFault;
};

/** What a round of retention did. */
export type RetentionRound = {
  /** How many events it removed. */
  removed: number;
  stopped: readonly StoppedChain[];
};

/** Retention at work. */
export type Retention = {
  /** How many chains the last round of this process found stopped. */
  stoppedCount(): number;
  stop(): Promise<void>;
};

/** When a round runs, and what it may remove: events from before `before`. Both in milliseconds since the epoch. */
type Cutoff = { at: number; before: number };

/** How many events one transaction verifies and removes at most, so that it holds neither the chain nor the process for long. */
const batchRows = 100;

/**
 * Removes everything that is old enough and verifies, in small transactions. A chain whose old events do not verify keeps
 * them, in this round and in every later one, until somebody has put them right. Nothing goes while the clock has jumped.
 */
export async function pruneTrail(deps: RetentionDeps): Promise<RetentionRound> {
  const { trail, signing } = deps;
  const stopped: StoppedChain[] = [];
  let removed = 0;
  const time = await deps.clock.confirmed();
  if (time === null) return { removed, stopped };
  const cutoff = cutoffOf(time, deps);
  for (const clientId of await trail.chainIds()) {
    for (;;) {
      let fault: ChainFault | null = null;
      const gone = await trail.prune(clientId, cutoff.before, batchRows, (events) => {
        fault = faultOf(signing, events);
        return fault === null ? anchorAfter(signing, clientId, events, cutoff) : null;
      });
      removed += gone;
      if (fault !== null) stopped.push({ clientId, fault });
      if (gone < batchRows) break;
    }
  }
  return { removed, stopped };
}

/** The chains that a round would find stopped at their next events. Removes nothing. */
export async function stoppedChains(deps: RetentionDeps): Promise<StoppedChain[]> {
  const { trail, signing } = deps;
  const stopped: StoppedChain[] = [];
  const time = await deps.clock.confirmed();
  if (time === null) return stopped;
  const { before } = cutoffOf(time, deps);
  for (const clientId of await trail.chainIds()) {
    await trail.prune(clientId, before, batchRows, (events) => {
      const fault = faultOf(signing, events);
      if (fault !== null) stopped.push({ clientId, fault });
      return null;
    });
  }
  return stopped;
}

function cutoffOf(time: ConfirmedTime, { keptMs }: Pick<RetentionDeps, "keptMs">): Cutoff {
  return { at: time.nowMs, before: time.cutoffMs(keptMs) };
}

/**
 * What is wrong with events that are to go, null if nothing is. They have to verify from the anchor on, and so does what
 * follows them: the time of an event decides that it goes, and only its hash shows that the time is the recorded one.
 */
function faultOf(signing: Signing, { chain, due, next }: DueEvents): ChainFault | null {
  const events = next === null ? due : [...due, next];
  const [first, final] = [events[0], events.at(-1)];
  const range = first === undefined || final === undefined ? null : { oldest: first.seq, newest: final.seq };
  const [bound] = boundFaults(chain, range);
  if (chain === null || bound !== undefined) return bound ?? null;
  const anchor = anchorFault(signing, chain);
  if (anchor !== null) return anchor;
  let last: Place = chain.anchor;
  for (const event of events) {
    const fault = eventFault(last, event);
    if (fault !== null) return fault;
    last = event;
  }
  return next === null || last.seq === chain.seq ? endFault(last, chain) : null;
}

function anchorAfter(
  signing: Signing,
  clientId: string,
  { chain, due }: DueEvents,
  cutoff: Cutoff,
): AuditAnchor | null {
  const last = due.at(-1);
  if (chain === null || last === undefined) return null;
  // A shorter retention that was in force earlier has removed younger events, and that stays true.
  const before = Math.max(cutoff.before, readAnchor(signing, clientId, chain.anchor)?.before ?? cutoff.before);
  return signAnchor(signing, clientId, { seq: last.seq, hash: last.hash, at: cutoff.at, before });
}

/**
 * Prunes every so often. Stop it before the store closes.
 * @param timing.onStopped told of each stopped chain, in every round. @param timing.onFailure told; the next round is tried.
 */
export function startRetention(
  deps: RetentionDeps,
  timing: { everyMs: number; onStopped: (chain: StoppedChain) => void; onFailure: (error: unknown) => void },
): Retention {
  let running: Promise<unknown> | null = null;
  let stoppedCount = 0;
  const round = async (): Promise<void> => {
    try {
      const { stopped } = await pruneTrail(deps);
      stoppedCount = stopped.length;
      for (const chain of stopped) timing.onStopped(chain);
    } catch (error) {
      timing.onFailure(error);
    } finally {
      running = null;
    }
  };
  const timer = setInterval(() => {
    running ??= round();
  }, timing.everyMs);
  timer.unref();
  return {
    stoppedCount: () => stoppedCount,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
