/** The account at a provider that a credential belongs to. */
import { wrongShape } from "./shape.ts";

/**
 * Everything that is stored about the account outside the vault. `slug` identifies it permanently; `name` is for
 * display.
 */
export type ProviderAccount = { slug: string; name: string };

/** The account and, if known, the expiry of a credential that the end user provides. */
export type IdentifiedAccount = ProviderAccount & {
  /**
   * When the credential expires, in RFC 3339 with `Z` or an offset; null or absent if never, or if the provider doesn't
   * say.
   */
  credentialExpiresAt?: string | null;
};

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns when the credential expires, in milliseconds since the epoch; null if it has no known expiry.
 * @throws ProviderFailure `PROVIDER_ERROR` if it isn't in RFC 3339: without an offset, it could be in any time zone.
 */
export function credentialExpiryMs({ credentialExpiresAt = null }: IdentifiedAccount): number | null {
  if (credentialExpiresAt === null) return null;
  const expiryMs = rfc3339.test(credentialExpiresAt) ? Date.parse(credentialExpiresAt) : Number.NaN;
  if (Number.isNaN(expiryMs)) throw wrongShape();
  return expiryMs;
}
