/**
 * Stripe's error codes, from the types of its own client. One list for all endpoints: Stripe documents none for each.
 * The status of a code is from excerpts of https://docs.stripe.com/api/errors (2026-11-29); a code without one of its
 * own is tried with 400 and 402.
 */
import { packagedText } from "../../../judges/vendors/descriptions.ts";
import type { DocumentedRefusal } from "../description.ts";

const statuses: Readonly<Record<string, number>> = {
  resource_missing: 404,
  lock_timeout: 429,
  rate_limit: 429,
  api_key_expired: 401,
  idempotency_key_in_use: 409,
};

const meanings: Readonly<Record<number, DocumentedRefusal["means"]>> = {
  401: "PROVIDER_UNAUTHORIZED",
  404: "RESOURCE_NOT_FOUND",
  429: "PROVIDER_RATE_LIMITED",
};

/** @throws Error if the client's types have no such list. */
export function stripe(): readonly DocumentedRefusal[] {
  const types = packagedText("stripe/esm/resources/PaymentIntents.d.ts");
  const listed = /type Code = ('account_closed'[^;]*);/.exec(types)?.[1];
  if (listed === undefined) throw new Error("stripe's types have no list of codes.");
  const codes = [...listed.matchAll(/'(\w+)'/g)].map(([, code = ""]) => code);
  return codes.flatMap((code) => {
    const own = statuses[code];
    return (own === undefined ? [400, 402] : [own]).map((status) => ({
      name: code,
      status,
      body: { error: { type: status === 402 ? "card_error" : "invalid_request_error", code, message: "No." } },
      ...(code === "idempotency_key_in_use" ? { only: /^(?:POST|DELETE) / } : {}),
      ...(meanings[status] === undefined ? {} : { means: meanings[status] }),
    }));
  });
}
