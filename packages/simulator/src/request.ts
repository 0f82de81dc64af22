/** Reads a request in the form that the simulated API receives. */
import type { IncomingMessage } from "node:http";
import type { SimRequest } from "./api.ts";

/** The request for a message, with its complete body. */
export function readRequest(
  message: IncomingMessage,
  bodyText: string,
  { sequence, timeMs }: Pick<SimRequest, "sequence" | "timeMs">,
): SimRequest {
  const [path, rawQuery = ""] = splitOnce(message.url ?? "/", "?");
  return {
    sequence,
    timeMs,
    method: message.method ?? "GET",
    path,
    query: new URLSearchParams(rawQuery),
    headers: joinHeaders(message),
    bodyText,
    ...parseJson(bodyText),
  };
}

/** The text before and after the first separator; without one, the whole text. */
export function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function joinHeaders(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(message.headersDistinct)) headers[name] = (values ?? []).join(", ");
  return headers;
}

function parseJson(bodyText: string): { json?: unknown } {
  if (bodyText === "") return {};
  try {
    return { json: JSON.parse(bodyText) as unknown };
  } catch {
    return {};
  }
}
