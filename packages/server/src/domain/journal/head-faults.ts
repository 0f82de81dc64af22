/** Compares exported heads with their chain. */
import { minuteMs } from "../clock/units.ts";
import { timestamp } from "../clock/timestamp.ts";
import type { ChainFault } from "./faults.ts";
import type { AuditChain } from "./port.ts";
import { isOwnHead, readAnchor, type SignedHead, type Signing } from "./signed.ts";

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
