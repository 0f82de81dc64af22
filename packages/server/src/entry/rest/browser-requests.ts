/**
 * How a browser sends a request for one of our pages: for a window of its own, and from our own form; and the cookie
 * that binds flows to the browser that began them: OAuth at a provider, an agent's sign-in, a decision on a proposal.
 * One secret serves them all, because each flow stores a hash of it with the flow's own id. So a user can have any
 * number of flows open. Over https it is a `__Host-` cookie (RFC 6265bis §4.1.3.2), which only this host can set. A
 * loopback address without TLS can't have one, so its cookie has another name.
 */
import { cellMarkPattern } from "@svc/contract/ids";
import type { FastifyRequest } from "fastify";
import { headerValues } from "./reading.ts";

/**
 * Whether a browser shows the response in a window or tab of its own. A prefetched page isn't shown, but would still
 * use up a link that works only once. A browser too old to send these headers is trusted.
 */
export function isTopLevel({ raw }: Pick<FastifyRequest, "raw">): boolean {
  const values = (name: string): string[] => headerValues(raw.rawHeaders, name);
  const destinations = values("sec-fetch-dest");
  const isAhead = ["sec-purpose", "purpose", "x-moz"].some((name) => values(name).join().includes("prefetch"));
  return !isAhead && destinations.every((destination) => destination === "document") && destinations.length <= 1;
}

/**
 * Whether the script of one of our pages asks for its address again, to see whether it has changed. No other page can
 * send these headers, and none can read our response.
 */
export function isOwnLook({ raw }: Pick<FastifyRequest, "raw">): boolean {
  const value = (name: string): string => headerValues(raw.rawHeaders, name).join();
  return value("sec-fetch-site") === "same-origin" && value("sec-fetch-dest") === "empty";
}

/**
 * Whether a form may come from our page. With `no-referrer`, a browser's `Origin` is `null` even there, so
 * `Sec-Fetch-Site`, which no page can set, decides. A browser too old to send it is trusted, because only our page
 * knows the form's token.
 */
export function isOwnForm({ raw }: Pick<FastifyRequest, "raw">, ownOrigin: string): boolean {
  const origins = headerValues(raw.rawHeaders, "origin");
  const sites = headerValues(raw.rawHeaders, "sec-fetch-site");
  if (origins.length > 1 || sites.length > 1 || (sites.length === 1 && sites[0] !== "same-origin")) return false;
  const [origin = "null"] = origins;
  return origin === ownOrigin || origin === "null";
}

/** The fields of a form; null if the body isn't one, or has a field twice. */
export function readFormFields({
  raw,
  body,
}: Pick<FastifyRequest, "raw" | "body">): ReadonlyMap<string, string> | null {
  const type = headerValues(raw.rawHeaders, "content-type").join();
  if (!(body instanceof Uint8Array) || !/^application\/x-www-form-urlencoded\s*(?:;.*)?$/i.test(type)) return null;
  const form = new URLSearchParams(Buffer.from(body).toString("utf8"));
  const fields = new Map(form);
  return fields.size === form.size ? fields : null;
}

/** The parameters of a request's address. */
export function queryOf({ url }: Pick<FastifyRequest, "url">): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : url.slice(at + 1));
}

const names = { secure: "__Host-svc_oauth", plain: "svc_oauth" } as const;
/** How long a flow waits for its user or provider after a step, in seconds. */
const maxAgeSeconds = 600;
const secretForm = new RegExp(`^cob_${cellMarkPattern}[A-Za-z0-9_-]{43}$`);

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
