/** Responses of the token endpoint (RFC 6749 §5). */

export type TokenResponse = { status: 200 | 400 | 401; body: Readonly<Record<string, string | number>> };

/** Returns a refusal. @param error as RFC 6749 §5.2 names it. */
export function refused(error: string, error_description: string, status: 400 | 401 = 400): TokenResponse {
  return { status, body: { error, error_description } };
}
