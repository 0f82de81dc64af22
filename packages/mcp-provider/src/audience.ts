/** For whom a token was issued, if it says so. Pure. */
import { isRecord } from "@svc/provider-kit/shape";

/**
 * Whether an access token may be sent to a server. A server can name anybody's authorization server as its own; one that
 * ignores `resource` (RFC 8707) would then issue a token for its own services, which must not reach that server. Many
 * tokens are JWTs (RFC 9068) that name their audience; of others, nothing is known.
 * @param resource the server's identifier.
 */
export function isTokenFor(resource: string, token: string): boolean {
  const audiences = audiencesOf(token).flatMap((one) => URL.parse(one) ?? []);
  const { origin } = new URL(resource);
  const addresses = audiences.filter(({ protocol }) => protocol === "https:" || protocol === "http:");
  return addresses.length === 0 || addresses.some((one) => one.origin === origin);
}

/** The audiences of a JWT; empty for any other token. Its signature is for the server to check. */
function audiencesOf(token: string): string[] {
  const [, payload = "", signature, ...others] = token.split(".");
  if (signature === undefined || others.length > 0) return [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { aud } = isRecord(claims) ? claims : {};
    return [aud].flat().filter((one) => typeof one === "string");
  } catch {
    return [];
  }
}
