/**
 * The cookie that binds flows to the browser that began them: OAuth at a provider, an agent's sign-in, a decision on a
 * proposal. One secret serves them all, because each flow stores a hash of it with the flow's own id. So a user can
 * have any number of flows open. Over https it is a `__Host-` cookie (RFC 6265bis §4.1.3.2), which only this host can
 * set. A loopback address without TLS can't have one, so its cookie has another name.
 */

const names = { secure: "__Host-svc_oauth", plain: "svc_oauth" } as const;
/** How long a flow waits for its user or provider after a step, in seconds. */
const maxAgeSeconds = 600;
const secretForm = /^cob_[A-Za-z0-9_-]{43}$/;

/** Reads the browser's secret from a request's cookies; null if it has none. @param values every `Cookie` header. */
export function browserSecretIn(isSecure: boolean, values: readonly string[]): string | null {
  const name = isSecure ? names.secure : names.plain;
  const secrets = values
    .flatMap((value) => value.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return secrets.find((text) => secretForm.test(text)) ?? null;
}

/** Returns the `Set-Cookie` that stores a secret for the duration of one more step. */
export function browserCookie(isSecure: boolean, secret: string): string {
  const attributes = [
    `${isSecure ? names.secure : names.plain}=${secret}`,
    "Path=/",
    `Max-Age=${maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return [...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}
