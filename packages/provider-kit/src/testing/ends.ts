/** Every way in which a request to a provider can end, to run an action through each of them. */
import type { ExchangeFacts } from "../exchange.ts";
import { answered, answeredText } from "./responses.ts";

/** One ending, with a name for the test's message. */
export type ProviderEnd = { name: string; facts: ExchangeFacts };

/** Endings after which a changing request certainly had no effect, whichever statuses its action accepts. */
export const notSentEnds: readonly ProviderEnd[] = (
  ["dns", "connect", "connect_timeout", "tls", "deadline", "refused_address", "not_allowed", "local"] as const
).map((reason) => ({ name: `not sent: ${reason}`, facts: { kind: "not_sent", reason } }));

/** Statuses that refuse a request and prove that it had no effect (contract §4.2). */
export const refusedStatuses: readonly number[] = [
  400, 401, 402, 403, 404, 405, 409, 410, 412, 413, 415, 422, 429, 451,
];

/** Statuses that prove nothing about a changing request (contract §4.3). */
export const unprovenStatuses: readonly number[] = [
  200, 201, 202, 203, 204, 206, 299, 300, 301, 302, 303, 307, 308, 408, 421, 425, 500, 501, 502, 503, 504, 520, 599,
];

/** Endings without a status. After the first byte, they prove nothing either. */
export const lostEnds: readonly ProviderEnd[] = (["reset", "closed", "timeout", "protocol_error"] as const).map(
  (reason) => ({ name: `lost: ${reason}`, facts: { kind: "lost", reason } }),
);

/** Creates an ending with a status and an uninformative body. */
export function statusEnd(status: number): ProviderEnd {
  return { name: `status ${String(status)}`, facts: status === 204 ? answered(status) : answered(status, {}) };
}

/** Successes with the right status but a body that no API documents. */
export const malformedReads: readonly ProviderEnd[] = [
  ...[null, 0, "text", [], {}, { success: true }, [null], { value: null }, { data: { items: [] } }].map((json) => ({
    name: `200 with ${JSON.stringify(json)}`,
    facts: answered(200, json),
  })),
  { name: "200 with an empty body", facts: answered(200) },
  { name: "200 with HTML", facts: answeredText(200, "<html>") },
  { name: "200 with a truncated body", facts: unreadable("truncated") },
  { name: "200 that is too large", facts: unreadable("too_large") },
];

function unreadable(reason: "truncated" | "too_large"): ExchangeFacts {
  const body = { kind: "unreadable", reason } as const;
  return { kind: "answered", status: 200, requestId: null, retryAfterSeconds: null, headers: {}, body };
}
