/**
 * HubSpot's refusals, from excerpts of https://developers.hubspot.com/docs/api-reference/error-handling (2026-11-29).
 * One list for all endpoints; all fields of the body are optional, and the categories aren't listed as a whole.
 */
import type { DocumentedRefusal } from "../description.ts";

export const hubspot: readonly DocumentedRefusal[] = (
  [
    [400, "VALIDATION_ERROR", "PROVIDER_REJECTED"],
    [401, "INVALID_AUTHENTICATION", "PROVIDER_UNAUTHORIZED"],
    [403, "MISSING_SCOPES", "PROVIDER_FORBIDDEN"],
    [404, "OBJECT_NOT_FOUND", "RESOURCE_NOT_FOUND"],
    [409, "CONFLICT", "PROVIDER_REJECTED"],
    [423, "LOCKED", "PROVIDER_RATE_LIMITED"],
    [429, "RATE_LIMITS", "PROVIDER_RATE_LIMITED"],
    [477, "MIGRATION_IN_PROGRESS", "PROVIDER_RATE_LIMITED"],
  ] as const
).map(([status, category, means]) => ({
  name: category,
  status,
  body: { status: "error", message: "No.", correlationId: "aeb5f871-7f07-4993-9211-075dc63e7cbf", category },
  means,
}));
