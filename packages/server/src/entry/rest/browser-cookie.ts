/**
 * The cookie that binds OAuth flows to a browser. It has one secret per flow, the newest last, so that a user can
 * authorize several providers at once. Over https it is a `__Host-` cookie (RFC 6265bis §4.1.3.2), which only this host
 * can set. A loopback address without TLS can't have one, so its cookie has another name.
 */

const names = { secure: "__Host-svc_oauth", plain: "svc_oauth" } as const;
/** How long a flow waits for its user or provider, in seconds. */
const maxAgeSeconds = 600;
const secretsMax = 4;
const secret = /^cob_[A-Za-z0-9_-]{43}$/;

/** Reads the secrets from a request's cookies. @param values every `Cookie` header. */
export function secretsIn(isSecure: boolean, values: readonly string[]): string[] {
  const name = isSecure ? names.secure : names.plain;
  return values
    .flatMap((value) => value.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .flatMap((pair) => pair.slice(name.length + 1).split("."))
    .filter((text) => secret.test(text))
    .slice(-secretsMax);
}

/** Returns the `Set-Cookie` that adds or removes a secret and keeps the others. */
export function browserCookie(
  isSecure: boolean,
  secrets: readonly string[],
  change: { keep: string } | { drop: string },
): string {
  const changed = "keep" in change ? change.keep : change.drop;
  const others = secrets.filter((known) => known !== changed);
  const next = "keep" in change ? [...others.slice(1 - secretsMax), changed] : others;
  const attributes = [
    `${isSecure ? names.secure : names.plain}=${next.join(".")}`,
    "Path=/",
    `Max-Age=${next.length === 0 ? 0 : maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return [...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}
