/** Reads the origin and the form of a request to the console. */
import type { FastifyRequest } from "fastify";
import { headerValues } from "../rest/reading.ts";

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

/** Returns a path of the console to go to; "/" for anything else. */
export function nextPath(text: string | null): string {
  return text !== null && text.length <= 2000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : "/";
}
