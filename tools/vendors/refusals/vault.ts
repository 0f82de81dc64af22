/**
 * Vault's refusals, from excerpts of https://developer.hashicorp.com/vault/api-docs#http-status-codes (2026-11-29). One
 * list for all paths; the text of an error is in none. 472 and 473 are only about the health of a standby server.
 */
import type { DocumentedRefusal } from "../description.ts";

export const vault: readonly DocumentedRefusal[] = (
  [
    [400, "invalid request", "PROVIDER_REJECTED"],
    // Of a dead token or a missing right: svc then asks about the token itself.
    [403, "permission denied", undefined],
    [404, "no handler for route", "RESOURCE_NOT_FOUND"],
    [405, "unsupported operation", "PROVIDER_REJECTED"],
    [412, "required index state not present", "PROVIDER_RATE_LIMITED"],
    [429, "rate limit quota exceeded", "PROVIDER_RATE_LIMITED"],
  ] as const
).map(([status, text, means]) => ({
  name: String(status),
  status,
  body: { errors: [text] },
  ...(means === undefined ? {} : { means }),
}));
