/** What a client accepts, and a response in that form: clients that take no stream, or only small ones, get JSON. */

import { waitAtMost } from "../../domain/clock/units.ts";

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
