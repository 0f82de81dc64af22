/**
 * The cookie of a console session. Over https it is a `__Host-` cookie (RFC 6265bis §4.1.3.2), which only this exact
 * host can set; a loopback address without TLS can't have one, and uses another name.
 */
import { sessionLifeMs } from "../../domain/operators/sessions.ts";

const names = { secure: "__Host-svc_operator", plain: "svc_operator" } as const;

/** Returns the secret in a request's cookies; null for none, or several. @param values every `Cookie` header. */
export function secretIn(isSecure: boolean, values: readonly string[]): string | null {
  const name = isSecure ? names.secure : names.plain;
  const [secret, ...others] = values
    .flatMap((value) => value.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return secret === undefined || secret === "" || others.length > 0 ? null : secret;
}

/** Returns the `Set-Cookie` that stores a secret; "" removes it. */
export function sessionCookie(isSecure: boolean, secret: string): string {
  const attributes = [
    `${isSecure ? names.secure : names.plain}=${secret}`,
    "Path=/",
    `Max-Age=${secret === "" ? 0 : sessionLifeMs / 1000}`,
    "HttpOnly",
    "SameSite=Strict",
  ];
  return [...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}
