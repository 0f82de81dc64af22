/** The checks for faults in a chain, shared by verification and retention, and the comparison with exported heads. */
import type { AuditChain, ChainedEvent, SeqRange } from "./port.ts";
import { chainHash, eventDocument, publicDigest } from "./chain.ts";
import { readAnchor, type Signing, isOwnHead, type SignedHead } from "./signed.ts";
import { minuteMs } from "../clock/units.ts";
import { timestamp } from "../clock/timestamp.ts";

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

/**
 * How much later than the cutoff a head may be, in milliseconds. An event in progress during the export can follow the
 * head with an earlier time, and replicas' clocks differ slightly.
 */
const toleranceMs = minuteMs;

/** The result for one head: it matches the chain, is too old to prove anything, or shows a fault. */
export type HeadFinding = "proves" | "outdated" | ChainFault;

/**
 * Compares a head with its chain.
 * @param hashes the hashes of the verified events, by number; at least those of the heads and of the anchor.
 */
export function compareHead(
  signing: Signing,
  head: SignedHead,
  chain: AuditChain,
  hashes: ReadonlyMap<number, string>,
): HeadFinding {
  const name = `the head exported at ${head.at}`;
  if (!isOwnHead(signing, head)) return { seq: head.seq, reason: `${name} was not signed by this deployment` };
  if (head.seq > chain.seq) {
    return { seq: chain.seq + 1, reason: `${name} is number ${head.seq}: the chain's end was cut off` };
  }
  if (head.seq < chain.anchor.seq) return compareHeadBelowAnchor(signing, head, chain);
  const hash = hashes.get(head.seq);
  if (hash === head.hash) return "proves";
  const difference =
    hash === undefined
      ? `${name} is for this event, which is missing or follows a broken one`
      : `${name} has another hash`;
  return { seq: head.seq, reason: `${difference}: the chain was rewritten` };
}

/**
 * Compares a head whose event was removed. The event after it was removed too, and was recorded after the head was
 * exported. So if the head is from after the cutoff, an event was removed too early.
 */
function compareHeadBelowAnchor(signing: Signing, head: SignedHead, chain: AuditChain): HeadFinding {
  const next = head.seq + 1;
  const before = readAnchor(signing, chain.clientId, chain.anchor)?.before ?? null;
  if (before === null) return { seq: next, reason: "it is gone, and not by this deployment's retention" };
  if (Date.parse(head.at) < before + toleranceMs) return "outdated";
  const cutoff = `retention removed only events recorded before ${timestamp(before)}`;
  return {
    seq: next,
    reason: `it was removed too early: it follows the head exported at ${head.at}, and ${cutoff}`,
  };
}
