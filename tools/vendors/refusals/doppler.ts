/**
 * Doppler's refusals: https://docs.doppler.com/reference/api, read on 2025-05-29, and what Doppler's own command line
 * expects. One list for all endpoints; an error has a message and no code.
 */
import type { DocumentedRefusal } from "../description.ts";

export const doppler: readonly DocumentedRefusal[] = (
  [
    [400, "Invalid request", "PROVIDER_REJECTED"],
    [400, "Invalid Auth token", "PROVIDER_UNAUTHORIZED"],
    [401, "Invalid Service token", "PROVIDER_UNAUTHORIZED"],
    // Instead of a refusal, a list of projects or configs can say that a Service Token doesn't allow it.
    [403, "This token does not have access", undefined],
    [404, "Could not find requested config", undefined],
    [429, "Too many requests", "PROVIDER_RATE_LIMITED"],
  ] as const
).map(([status, text, means]) => ({
  name: `${String(status)} ${text}`,
  status,
  body: { messages: [text], success: false },
  ...(means === undefined ? {} : { means }),
}));
