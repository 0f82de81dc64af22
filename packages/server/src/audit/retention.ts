/** Prunes events older than their retention, after verifying them, and leaves a signed anchor. */
import type { ConfirmedTime, ServiceClock } from "../clock/service-clock.ts";
import { anchorFault, boundFaults, endFault, eventFault, type ChainFault, type ChainLink } from "./faults.ts";
import type { AuditAnchor, AuditTrail, DueEvents } from "./port.ts";
import { readAnchor, signAnchor, type Signing } from "./signed.ts";

/** What retention needs. */
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

/** The result of a retention round. */
export type RetentionRound = {
  /** How many events it removed. */
  removed: number;
  stopped: readonly StoppedChain[];
};

/** Running retention. */
export type Retention = {
  /** How many stopped chains this process's last round found. */
  stoppedCount(): number;
  stop(): Promise<void>;
};

/** When a round runs, and the limit for removal: events from before `before`. Both in milliseconds since the epoch. */
type Cutoff = { at: number; before: number };

/**
 * The maximum number of events that one transaction verifies and removes, so that it blocks neither the chain nor the
 * process for long.
 */
const batchRows = 100;

/**
 * Removes every event that is old enough and verifies, in small transactions. A chain whose old events do not verify
 * keeps them, in this and every later round, until it is repaired. Removes nothing after a clock jump.
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

/** Returns the chains that a round would find stopped at their next events. Removes nothing. */
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
 * Returns the fault in events that are due, null if there is none. They must verify from the anchor on, and so must the
 * event after them: an event's time decides its removal, and only its hash shows that the time is the recorded one.
 */
function faultOf(signing: Signing, { chain, due, next }: DueEvents): ChainFault | null {
  const events = next === null ? due : [...due, next];
  const [first, final] = [events[0], events.at(-1)];
  const range = first === undefined || final === undefined ? null : { oldest: first.seq, newest: final.seq };
  const [bound] = boundFaults(chain, range);
  if (chain === null || bound !== undefined) return bound ?? null;
  const anchor = anchorFault(signing, chain);
  if (anchor !== null) return anchor;
  let last: ChainLink = chain.anchor;
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
  // An earlier, shorter retention has removed younger events, and the anchor must still say so.
  const before = Math.max(cutoff.before, readAnchor(signing, clientId, chain.anchor)?.before ?? cutoff.before);
  return signAnchor(signing, clientId, { seq: last.seq, hash: last.hash, at: cutoff.at, before });
}

/**
 * Prunes at intervals. Stop it before the store closes.
 * @param timing.onStopped called for each stopped chain, in every round. @param timing.onFailure called on a failure;
 * the next round is still tried.
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
