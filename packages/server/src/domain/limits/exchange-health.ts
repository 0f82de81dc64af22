/** Judges the provider's health from the facts of an exchange, for its circuit. */
import type { ExchangeFacts, NotSentReason } from "@svc/provider-kit";
import type { Health } from "./circuit.ts";

/** Reasons for not sending that are the provider's fault, or the network's. */
const unreachable: ReadonlySet<NotSentReason> = new Set(["dns", "connect", "connect_timeout", "tls"]);

/** 4xx statuses that prove no refusal: a change that gets one has an unknown outcome (contract §4.3). */
const ambiguousClientErrors: ReadonlySet<number> = new Set([408, 421, 425]);

/**
 * Judges an exchange. A fault: the provider couldn't be reached, or returned no usable response or a status that leaves
 * a change's outcome unknown.
 * @param method `GET` for a read, which may return a redirect.
 * @returns null if the exchange says nothing because this side abandoned it.
 */
export function judgeHealth(method: string, facts: ExchangeFacts): Health | null {
  if (facts.kind === "not_sent") return unreachable.has(facts.reason) ? "fault" : null;
  if (facts.kind === "lost") return "fault";
  const { status, body } = facts;
  if (status >= 500 || status < 200 || ambiguousClientErrors.has(status)) return "fault";
  if (status >= 400) return "response";
  if (status >= 300) return method === "GET" ? "response" : "fault";
  return body.kind === "unreadable" ? "fault" : "response";
}
