/** What the facts of one exchange say of the provider, for its circuit. */
import type { ExchangeFacts, NotSentReason } from "@svc/provider-kit";
import type { Health } from "./circuit.ts";

/** Why nothing left for a reason of the provider's, or of the way to it. */
const unreachable: ReadonlySet<NotSentReason> = new Set(["dns", "connect", "connect_timeout", "tls"]);

/** 4xx statuses that refuse nothing; a change that meets one is unknown (contract §4.3). */
const ambiguousClientErrors: ReadonlySet<number> = new Set([408, 421, 425]);

/**
 * A fault: it could not be reached, no usable answer came, or a status that leaves a change unknown.
 * @param method `GET` for a read, which may look at a redirect.
 * @returns null where the exchange says nothing: it was given up on this side.
 */
export function healthOf(method: string, facts: ExchangeFacts): Health | null {
  if (facts.kind === "not_sent") return unreachable.has(facts.reason) ? "fault" : null;
  if (facts.kind === "lost") return "fault";
  const { status, body } = facts;
  if (status >= 500 || status < 200 || ambiguousClientErrors.has(status)) return "fault";
  if (status >= 400) return "answer";
  if (status >= 300) return method === "GET" ? "answer" : "fault";
  return body.kind === "unreadable" ? "fault" : "answer";
}
