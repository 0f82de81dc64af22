/** Checks how a browser sent a request for one of our pages: for a window of its own, and from our own form. */
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
