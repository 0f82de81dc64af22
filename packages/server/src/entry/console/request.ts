/**
 * The console's requests and responses: the origin and the form that a request has, the session's cookie, and the
 * headers of every page (no caching, no framing, and no requests elsewhere). Over https it is a `__Host-` cookie
 * (RFC 6265bis §4.1.3.2), which only this exact host can set; a loopback address without TLS can't have one, and uses
 * another name.
 */
import type { FastifyRequest } from "fastify";
import { headerValues } from "../rest/reading.ts";
import { signInMs } from "../../domain/operator-sign-in/sign-in.ts";
import { sessionLifeMs } from "../../domain/operators/sessions.ts";
import { createHash } from "node:crypto";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

const policy = [
  "default-src 'none'",
  `script-src '${toSourceHash(consoleScript)}'`,
  `style-src '${toSourceHash(consoleStyle)}'`,
  "img-src data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The headers. Referrers stay within the console, so its own forms send an `Origin`. */
export const consoleHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy.join("; "),
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), clipboard-read=()",
  "x-robots-tag": "noindex",
};

function toSourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * Returns the origin where the browser reaches the console.
 * @param adminUrl as configured; null if only this machine reaches it, possibly through a forwarded port.
 * @returns null for a host other than this machine: somebody made another name point here.
 */
export function ownOrigin({ raw }: FastifyRequest, adminUrl: string | null): string | null {
  if (adminUrl !== null) return new URL(adminUrl).origin;
  const [host = "", ...others] = headerValues(raw.rawHeaders, "host");
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/.test(host);
  return isHere && others.length === 0 ? new URL(`http://${host}`).origin : null;
}

/**
 * Whether the browser says that a form came from the console's own page. A browser that doesn't say so isn't trusted.
 */
export function isOwnForm({ raw }: FastifyRequest, origin: string): boolean {
  const origins = headerValues(raw.rawHeaders, "origin");
  const sites = headerValues(raw.rawHeaders, "sec-fetch-site");
  const isSameSite = sites.length === 0 || (sites.length === 1 && sites[0] === "same-origin");
  return origins.length === 1 && origins[0] === origin && isSameSite;
}

/** Returns the fields of a form; null if the body is not a form. */
export function readForm({ raw, body }: FastifyRequest): URLSearchParams | null {
  const type = headerValues(raw.rawHeaders, "content-type").join();
  if (!(body instanceof Uint8Array)) return null;
  if (!/^application\/x-www-form-urlencoded\s*(?:;.*)?$/i.test(type)) return null;
  return new URLSearchParams(Buffer.from(body).toString("utf8"));
}

/** Returns the query of a request's address. */
export function parseQuery({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : url.slice(at + 1));
}

/** Returns an address of the console without the parameters that are empty. */
export function withoutEmpty(url: string): string {
  const at = url.indexOf("?");
  // An address that begins with two slashes would lead elsewhere.
  if (at === -1 || /^\/[/\\]/.test(url)) return url;
  const parts = url.slice(at + 1).split("&");
  const set = parts.filter((part) => !/^[^=]+=$/.test(part));
  if (set.length === parts.length) return url;
  return set.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${set.join("&")}`;
}

/** Returns a path of the console to go to; "/" for anything else. */
export function nextPath(text: string | null): string {
  return text !== null && text.length <= 2000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : "/";
}

/** Whether browsers reach the console over TLS. */
export function isSecure(adminUrl: string | null): boolean {
  return adminUrl?.startsWith("https:") === true;
}

/** The names of cookies. */
const names = {
  session: { secure: "__Host-svc_operator", plain: "svc_operator" },
  browser: { secure: "__Host-svc_sign_in", plain: "svc_sign_in" },
} as const;

/** Returns the session's secret in a request's cookies; null for none, or several. @param values every `Cookie` header. */
export function secretIn(isSecure: boolean, values: readonly string[]): string | null {
  return cookieIn("session", isSecure, values);
}

/** Returns the secret of a browser on its way to the identity provider and back; null for none, or several. */
export function browserSecretIn(isSecure: boolean, values: readonly string[]): string | null {
  return cookieIn("browser", isSecure, values);
}

function cookieIn(kind: keyof typeof names, isSecure: boolean, values: readonly string[]): string | null {
  const name = isSecure ? names[kind].secure : names[kind].plain;
  const [secret, ...others] = values
    .flatMap((value) => value.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return secret === undefined || secret === "" || others.length > 0 ? null : secret;
}

/** Returns the `Set-Cookie` that stores a session's secret; "" removes it. */
export function sessionCookie(isSecure: boolean, secret: string, lifeMs: number = sessionLifeMs): string {
  return setCookie("session", isSecure, { secret, lifeMs, site: "Strict" });
}

/**
 * Returns the `Set-Cookie` for the way to the identity provider; "" removes it. The browser comes back from another
 * site, so it must send it then.
 */
export function browserCookie(isSecure: boolean, secret: string): string {
  return setCookie("browser", isSecure, { secret, lifeMs: signInMs, site: "Lax" });
}

function setCookie(
  kind: keyof typeof names,
  isSecure: boolean,
  { secret, lifeMs, site }: { secret: string; lifeMs: number; site: "Strict" | "Lax" },
): string {
  const attributes = [
    `${isSecure ? names[kind].secure : names[kind].plain}=${secret}`,
    "Path=/",
    `Max-Age=${secret === "" ? 0 : lifeMs / 1000}`,
    "HttpOnly",
    `SameSite=${site}`,
  ];
  return [...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}
