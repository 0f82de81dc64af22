/** Prunes events older than their retention, after verifying them, and leaves a signed anchor. */
import type { ServiceClock } from "../clock/service-clock.ts";
import { anchorFault, boundFaults, endFault, eventFault, type ChainFault, type ChainLink } from "./faults.ts";
import type { AuditAnchor, AuditTrail, DueEvents } from "./port.ts";
import { readAnchor, signAnchor, type Signing } from "./signed.ts";

/** Dependencies of retention. */
export type RetentionDeps = { trail: Pick<AuditTrail, "chainIds" | "prune">; signing: Signing };

/** A chain whose old events don't verify, so that none of them were removed. */
export type StoppedChain = {
  /** "" for the deployment's own chain. */
  clientId: string;
  fault: ChainFault;
};

/** The time of a run, and its cutoff: only events from before `before` are removed. Milliseconds since the epoch. */
type Cutoff = { at: number; before: number };

/**
 * The maximum number of events that one transaction verifies and removes, so that it blocks neither the chain nor the
 * process for long.
 */
const batchRows = 100;

/**
 * Removes the events that are old enough and verify, in small transactions. A chain whose old events don't verify keeps all of
 * them, now and in every later run, until an operator repairs it. Yields the number of events that each transaction
 * removed.
 * @param deps.onStopped called after all chains were checked, with those that don't verify, even if there are none.
 */
export async function* pruneTrail(
  { trail, signing, onStopped }: RetentionDeps & { onStopped: (chains: readonly StoppedChain[]) => void },
  cutoff: Cutoff,
): AsyncGenerator<number> {
  const stopped: StoppedChain[] = [];
  for (const clientId of await trail.chainIds()) {
    for (;;) {
      let fault: ChainFault | null = null;
      const removed = await trail.prune(clientId, cutoff.before, batchRows, (events) => {
        fault = findFault(signing, events);
        return fault === null ? anchorAfter(signing, clientId, events, cutoff) : null;
      });
      if (fault !== null) stopped.push({ clientId, fault });
      yield removed;
      if (removed < batchRows) break;
    }
  }
  onStopped(stopped);
}

/**
 * Returns the chains that don't verify at the events that are due next. Removes nothing.
 * @param deps.keptMs how long events are kept, in milliseconds.
 */
export async function stoppedChains({
  trail,
  signing,
  clock,
  keptMs,
}: RetentionDeps & { clock: Pick<ServiceClock, "confirmed">; keptMs: number }): Promise<StoppedChain[]> {
  const stopped: StoppedChain[] = [];
  const time = await clock.confirmed();
  if (time === null) return stopped;
  const before = time.cutoffMs(keptMs);
  for (const clientId of await trail.chainIds()) {
    await trail.prune(clientId, before, batchRows, (events) => {
      const fault = findFault(signing, events);
      if (fault !== null) stopped.push({ clientId, fault });
      return null;
    });
  }
  return stopped;
}

/**
 * Returns the fault in events that are due, null if there is none. They must verify from the anchor on, and so must the
 * event after them: an event's time decides whether it is removed, and only its hash proves that the time is unaltered.
 */
function findFault(signing: Signing, { chain, due, next }: DueEvents): ChainFault | null {
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
  // If an earlier, shorter retention removed younger events, the anchor must still show that cutoff.
  const before = Math.max(cutoff.before, readAnchor(signing, clientId, chain.anchor)?.before ?? cutoff.before);
  return signAnchor(signing, clientId, { seq: last.seq, hash: last.hash, at: cutoff.at, before });
}
