/**
 * What the endpoint accepts, and in what form it responds: clients that take no stream, or only small ones, get JSON. The
 * host and the origin are checked because a web page can use its own name for a local server.
 */
import { waitAtMost } from "../../domain/clock/units.ts";
import { isLoopback, isRegisteredOrigin, readOrigin, ServiceError } from "@svc/contract";

/** Both media types, which the protocol's clients have to accept and the SDK insists on. */
const both = "application/json, text/event-stream";

/** How long a stream may take to end before it is sent as one, so that its comments keep the connection open. */
const wholeWithinMs = 10_000;

/** Whether an `Accept` header allows a media type (RFC 9110 §12.5.1). Everything is allowed without a header. */
export function accepts(header: string | null, type: string): boolean {
  if (header === null || header.trim() === "") return true;
  const [family = ""] = type.split("/", 1);
  return header.split(",").some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return !isRefused && [type, `${family}/*`, "*/*"].includes(name);
  });
}

/** Returns the `Accept` header for the SDK. It refuses a client that allows JSON alone, which real hosts do. */
export function acceptForSdk(header: string | null): string | null {
  return accepts(header, "application/json") ? both : header;
}

/**
 * Returns a stream of one request's responses as JSON, if it ends soon. Otherwise it remains a stream.
 * @param isBatch whether the request was a list. @param waits for the end however long it takes, because the client takes
 * no stream.
 */
export async function asJson(response: Response, isBatch: boolean, waits: boolean): Promise<Response> {
  if (response.body === null || response.headers.get("content-type") !== "text/event-stream") return response;
  const [whole, onward] = response.body.tee();
  const reading = new Response(whole).text();
  const text = waits ? await reading : await waitAtMost(reading, wholeWithinMs);
  if (text === null) return new Response(onward, response);
  await onward.cancel();
  const responses = responsesIn(text);
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(isBatch ? responses : responses[0]), { status: response.status, headers });
}

/** The responses among a stream's events. A client that gets JSON has no use for anything else. */
function responsesIn(stream: string): object[] {
  return [...stream.matchAll(/^data: ?(.+)$/gm)]
    .map(([, data = ""]) => JSON.parse(data) as object)
    .filter((message) => "result" in message || "error" in message);
}

/**
 * Rejects a request whose `Host` names neither the service nor this machine (DNS rebinding).
 * @param hosts every `Host` header. @param own the service's base URL. @param listenHost the address it listens on.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkHost(hosts: readonly string[], own: string, listenHost: string): void {
  const [host = ""] = hosts;
  const name = hosts.length === 1 ? parseHostname(host) : null;
  const bracketed = listenHost.includes(":") ? `[${listenHost}]` : listenHost;
  const known = [new URL(own).hostname, parseHostname(bracketed)];
  if (name !== null && (isLoopback(name) || known.includes(name))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail:
      "The Host header names another server. Nothing was done. Call the service at its public URL; a proxy in front of it must pass the header Host on.",
  });
}

/** Returns the name in a `Host` header in the form of URLs; null if there is none. The port doesn't matter. */
function parseHostname(host: string): string | null {
  if (!/^[A-Za-z0-9.:_[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

/**
 * Rejects a request from a page of another origin. If the service itself runs on this machine, pages from this machine
 * are allowed.
 * @param origins every `Origin` header; programs other than browsers send none.
 * @param allowed the origins registered on the service client.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkOrigin(origins: readonly string[], own: string, allowed: readonly string[]): void {
  const [origin] = origins;
  if (origin === undefined) return;
  const { origin: ownOrigin, hostname } = new URL(own);
  const isKnown = origin === ownOrigin || isRegisteredOrigin(origin, allowed);
  if (origins.length === 1 && (isKnown || (isLoopback(hostname) && isOfThisMachine(origin)))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail: "The request's Origin is neither the service's own nor registered on the service client. Nothing was done.",
  });
}

function isOfThisMachine(origin: string): boolean {
  return readOrigin(origin).kind === "ok" && isLoopback(new URL(origin).hostname);
}
