/**
 * Key Vault's refusals, from excerpts of https://learn.microsoft.com/en-us/azure/key-vault/general/rest-error-codes
 * (2026-11-29). The page has no list for each operation, and not all inner codes; its conflicts are from issues of
 * Microsoft's own clients.
 */
import type { DocumentedRefusal } from "../description.ts";

function refusal(
  status: number,
  code: string,
  inner: string | null,
  means: NonNullable<DocumentedRefusal["means"]> | null,
  only?: RegExp,
): DocumentedRefusal {
  const innererror = inner === null ? {} : { innererror: { code: inner } };
  return {
    name: inner ?? code,
    status,
    body: { error: { code, message: "No.", ...innererror } },
    ...(means === null ? {} : { means }),
    ...(only === undefined ? {} : { only }),
  };
}

export const azure: readonly DocumentedRefusal[] = [
  refusal(400, "BadParameter", null, "PROVIDER_REJECTED"),
  refusal(401, "Unauthorized", null, "PROVIDER_UNAUTHORIZED"),
  refusal(403, "Forbidden", "AccessDenied", "PROVIDER_FORBIDDEN"),
  refusal(403, "Forbidden", "ForbiddenByPolicy", "PROVIDER_FORBIDDEN"),
  refusal(403, "Forbidden", "ForbiddenByRbac", "PROVIDER_FORBIDDEN"),
  refusal(403, "Forbidden", "ForbiddenByFirewall", "PROVIDER_FORBIDDEN"),
  refusal(403, "Forbidden", "ForbiddenByConnection", "PROVIDER_FORBIDDEN"),
  refusal(403, "Forbidden", "SecretDisabled", "PROVIDER_REJECTED"),
  // A secret that isn't there has a code of its own.
  refusal(404, "SecretNotFound", null, null),
  refusal(409, "Conflict", "ObjectIsDeletedButRecoverable", "PROVIDER_REJECTED", /^PUT /),
  refusal(409, "Conflict", "ObjectIsBeingDeleted", "PROVIDER_RATE_LIMITED", /^PUT /),
  refusal(409, "Conflict", "ObjectIsBeingRecovered", "PROVIDER_RATE_LIMITED", /^PUT /),
  refusal(429, "Throttled", null, "PROVIDER_RATE_LIMITED"),
];
