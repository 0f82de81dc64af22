/** The checks for faults at one position of a chain, shared by verification and retention. */
import { chainHash, eventDocument, publicDigest } from "./port.ts";
import type { AuditChain, ChainedEvent, SeqRange } from "./port.ts";
import { readAnchor, type Signing } from "./signed.ts";

/** The number of the event at which a chain is broken, and how. */
export type ChainFault = { seq: number; reason: string };

/**
 * An event's number and hash, which the next event must follow, and the event log's newest number so far; null if it
 * isn't known, because the events before were removed.
 */
export type ChainLink = { seq: number; hash: string; publicSeq: number | null };

/** Returns the link before a chain's first kept event. */
export function firstLink({ anchor: { seq, hash } }: AuditChain): ChainLink {
  return { seq, hash, publicSeq: seq === 0 ? 0 : null };
}

/** Returns the link after an event. */
export function linkAfter(before: ChainLink, { seq, hash, publicSeq }: ChainedEvent): ChainLink {
  return { seq, hash, publicSeq: publicSeq === 0 ? before.publicSeq : publicSeq };
}

/**
 * Returns the fault in an event that follows this link; null if there is none.
 * @param prunedSeq up to where what the event log shows was pruned, read no earlier than the event.
 */
export function eventFault(before: ChainLink, event: ChainedEvent, prunedSeq: number): ChainFault | null {
  const seq = before.seq + 1;
  if (event.seq !== seq) return { seq, reason: `it is missing; the next event is number ${event.seq}` };
  if (event.prevHash !== before.hash) return { seq, reason: "it does not follow the event before it" };
  if (event.hash !== computeHash(event)) return { seq, reason: "it is not what was recorded: its hash differs" };
  return isShownAsRecorded(before, event, prunedSeq)
    ? null
    : { seq, reason: "what the event log shows of it is not what was recorded" };
}

/** Whether the event log shows an event, and at its place, exactly if it has a digest; and until it is pruned. */
function isShownAsRecorded(
  before: ChainLink,
  { published, publicSeq, data }: ChainedEvent,
  prunedSeq: number,
): boolean {
  const digest = data["publicDigest"];
  if (digest === undefined) return published === null && publicSeq === 0;
  if (publicSeq !== (before.publicSeq ?? publicSeq - 1) + 1) return false;
  return published === null ? publicSeq <= prunedSeq : publicDigest(published) === digest;
}

/**
 * Returns the hash; null if canonical JSON can't represent a value (an infinite number), which means an altered row.
 */
function computeHash(event: ChainedEvent): string | null {
  try {
    return chainHash(event.prevHash, eventDocument(event, event.seq));
  } catch {
    return null;
  }
}

/** Returns the fault in a chain whose last event is this link; null if there is none. */
export function endFault(last: ChainLink, chain: AuditChain): ChainFault | null {
  if (last.seq > chain.seq) return eventAfterHead(chain);
  if (last.seq < chain.seq) return { seq: last.seq + 1, reason: "it and all after it are gone" };
  if (last.hash !== chain.hash) return { seq: last.seq, reason: "its hash is not the one at the chain's head" };
  if ((last.publicSeq ?? chain.publicSeq) === chain.publicSeq) return null;
  return { seq: last.seq, reason: "the event log's number is not the one at the chain's head" };
}

/** Returns the fault in a chain's anchor; null if there is none. */
export function anchorFault(signing: Signing, { clientId, anchor }: AuditChain): ChainFault | null {
  if (readAnchor(signing, clientId, anchor) !== null) return null;
  return { seq: 1, reason: `events up to ${anchor.seq} are gone, and not by this deployment's retention` };
}

/**
 * Returns the faults in the range of a chain's rows.
 * @param chain null if its row is missing. @param range null if there are no rows.
 */
export function boundFaults(chain: AuditChain | null, range: SeqRange | null): ChainFault[] {
  if (range === null) return [];
  if (chain === null) return [{ seq: 1, reason: "the chain's head is gone" }];
  const faults: ChainFault[] = [];
  if (range.newest > chain.seq) faults.push(eventAfterHead(chain));
  if (range.oldest <= chain.anchor.seq) {
    faults.push({ seq: range.oldest, reason: "it is before the oldest kept event" });
  }
  return faults;
}

function eventAfterHead(chain: AuditChain): ChainFault {
  return { seq: chain.seq + 1, reason: "it is after the chain's head, where nothing was recorded" };
}
