/**
 * Retention of the journal, in small transactions, so that no chain is locked for long. Entries older than theirs are
 * removed after verifying them, which leaves a signed anchor; what the event log shows is cleared earlier, and its
 * entries stay.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Platform } from "../../platform.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import {
  anchorFault,
  boundFaults,
  endFault,
  eventFault,
  firstLink,
  linkAfter,
  type ChainFault,
  type ChainLink,
} from "./faults.ts";
import type { AuditAnchor, AuditTrail, DueEvents, EventStore } from "./port.ts";
import { readAnchor, signAnchor, type Signing } from "./signed.ts";

/** Dependencies of a check of the events that are due. */
export type DueDeps = { trail: Pick<AuditTrail, "chainIds" | "due">; signing: Signing };

/** Dependencies of retention. */
export type RetentionDeps = DueDeps & {
  trail: Pick<AuditTrail, "removeUpTo">;
  platform: Pick<Platform, "monotonicMs">;
};

/** A chain whose old events don't verify, so that none of them were removed. */
export type StoppedChain = {
  /** "" for the deployment's own chain. */
  clientId: string;
  fault: ChainFault;
};

/** The time of a run, and its cutoff: only events from before `before` are removed. Milliseconds since the epoch. */
type Cutoff = { at: number; before: number };

/** The smallest and largest number of events that one transaction removes. Claims wait for it. */
const batchRows = { min: 100, max: 2000 } as const;

/** How long such a transaction should take, in milliseconds. */
const removalMs = { min: 10, max: 20 } as const;

/** Returns how many events the next transaction removes. @param tookMs how long this one took, in milliseconds. */
export function nextBatchRows(rows: number, tookMs: number): number {
  if (tookMs > removalMs.max) return Math.max(batchRows.min, Math.floor(rows / 2));
  return tookMs < removalMs.min ? Math.min(batchRows.max, rows * 2) : rows;
}

/**
 * Removes the events that are old enough and verify. A chain whose old events don't verify keeps all of them, now and
 * in every later run, until an operator repairs it. Yields the number of events that each transaction removed.
 * @param deps.onStopped called after all chains were checked, with those that don't verify, even if there are none.
 */
export async function* pruneTrail(
  { trail, signing, platform, onStopped }: RetentionDeps & { onStopped: (chains: readonly StoppedChain[]) => void },
  cutoff: Cutoff,
): AsyncGenerator<number> {
  const stopped: StoppedChain[] = [];
  for (const clientId of await trail.chainIds()) {
    let rows: number = batchRows.min;
    for (;;) {
      const events = await trail.due(clientId, cutoff.before, rows);
      if (events === null) break;
      const fault = await findFault(signing, events);
      if (fault !== null) stopped.push({ clientId, fault });
      const anchor = fault === null ? anchorAfter(signing, clientId, events, cutoff) : null;
      if (events.chain === null || anchor === null) break;
      const startedAt = platform.monotonicMs();
      const removed = await trail.removeUpTo(clientId, events.chain.anchor, anchor);
      const tookMs = platform.monotonicMs() - startedAt;
      yield removed;
      if (removed < rows) break;
      rows = nextBatchRows(rows, tookMs);
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
}: DueDeps & { clock: Pick<ServiceClock, "confirmed">; keptMs: number }): Promise<StoppedChain[]> {
  const stopped: StoppedChain[] = [];
  const time = await clock.confirmed();
  if (time === null) return stopped;
  const before = time.cutoffMs(keptMs);
  for (const clientId of await trail.chainIds()) {
    const events = await trail.due(clientId, before, batchRows.min);
    const fault = events === null ? null : await findFault(signing, events);
    if (fault !== null) stopped.push({ clientId, fault });
  }
  return stopped;
}

/** How many events are hashed before other work of this process has its turn. */
const checkedAtOnce = 50;

/**
 * Returns the fault in events that are due, null if there is none. They must verify from the anchor on, and so must the
 * event after them: an event's time decides whether it is removed, and only its hash proves that the time is unaltered.
 */
async function findFault(signing: Signing, { chain, due, next }: DueEvents): Promise<ChainFault | null> {
  const events = next === null ? due : [...due, next];
  const [first, final] = [events[0], events.at(-1)];
  const range = first === undefined || final === undefined ? null : { oldest: first.seq, newest: final.seq };
  const [bound] = boundFaults(chain, range);
  if (chain === null || bound !== undefined) return bound ?? null;
  const anchor = anchorFault(signing, chain);
  if (anchor !== null) return anchor;
  let last: ChainLink = firstLink(chain);
  for (const [index, event] of events.entries()) {
    if (index % checkedAtOnce === 0) await nextTurn();
    const fault = eventFault(last, event, chain.prunedSeq);
    if (fault !== null) return fault;
    last = linkAfter(last, event);
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

/** How many events one transaction clears. */
const clearedAtOnce = 500;

/** Clears what the event log shows of events from before a time. Yields the number that each transaction cleared. */
export async function* pruneEvents(
  { trail, events }: { trail: Pick<AuditTrail, "chainIds">; events: Pick<EventStore, "prune"> },
  beforeMs: number,
): AsyncGenerator<number> {
  for (const clientId of await trail.chainIds()) {
    for (let cleared = clearedAtOnce; cleared === clearedAtOnce;) {
      yield (cleared = await events.prune(clientId, beforeMs, clearedAtOnce));
    }
  }
}
