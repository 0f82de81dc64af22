/** The checks for faults at one position of a chain, shared by verification and retention. */
import { chainHash, eventDocument, publicDigest } from "./port.ts";
import type { AuditChain, ChainedEvent, SeqRange } from "./port.ts";
import { readAnchor, type Signing } from "./signed.ts";

/** The number of the event at which a chain is broken, and how. */
export type ChainFault = { seq: number; reason: string };

/** An event's number and hash, which the next event must follow. */
export type ChainLink = { seq: number; hash: string };

/** Returns the fault in an event that follows this link; null if there is none. */
export function eventFault(before: ChainLink, event: ChainedEvent): ChainFault | null {
  const seq = before.seq + 1;
  if (event.seq !== seq) return { seq, reason: `it is missing; the next event is number ${event.seq}` };
  if (event.prevHash !== before.hash) return { seq, reason: "it does not follow the event before it" };
  if (event.hash !== computeHash(event)) return { seq, reason: "it is not what was recorded: its hash differs" };
  const { published, data } = event;
  return published === null || publicDigest(published) === data["publicDigest"]
    ? null
    : { seq, reason: "what the event log shows of it is not what was recorded" };
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
  return last.hash === chain.hash ? null : { seq: last.seq, reason: "its hash is not the one at the chain's head" };
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
