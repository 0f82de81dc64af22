/**
 * The parts of a message, as parsed by Gmail:
 * https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages
 */
import { isRecord } from "@svc/provider-kit/shape";

/** The maximum number of characters of a text that are returned. */
export const textMaxLength = 100_000;

/** A message's headers by lowercase name; if a name occurs twice, the first one counts. */
export function headersOf(message: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const payload = message["payload"];
  const headers = new Map<string, string>();
  for (const header of entries(isRecord(payload) ? payload["headers"] : undefined)) {
    const { name, value } = header;
    if (typeof name !== "string" || typeof value !== "string") continue;
    if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value);
  }
  return headers;
}

/** The parts that have content, from the outside in. */
function* leaves(part: Readonly<Record<string, unknown>>): Iterable<Readonly<Record<string, unknown>>> {
  const parts = entries(part["parts"]);
  if (parts.length === 0) yield part;
  for (const inner of parts) yield* leaves(inner);
}

/** The first part of a type that isn't an attachment, decoded; null if there is none. */
export function contentOf(message: Readonly<Record<string, unknown>>, mimeType: string): string | null {
  const payload = message["payload"];
  if (!isRecord(payload)) return null;
  for (const part of leaves(payload)) {
    const data = bodyOf(part)["data"];
    if (part["mimeType"] !== mimeType || isFile(part) || typeof data !== "string") continue;
    return Buffer.from(data, "base64url").toString("utf8").slice(0, textMaxLength);
  }
  return null;
}

/** The attached files, without their content. */
export function attachmentsOf(message: Readonly<Record<string, unknown>>) {
  const payload = message["payload"];
  if (!isRecord(payload)) return [];
  return [...leaves(payload)].filter(isFile).map((part) => {
    const { filename, mimeType } = part;
    const { size } = bodyOf(part);
    return {
      filename: String(filename),
      mimeType: typeof mimeType === "string" ? mimeType : "application/octet-stream",
      size: typeof size === "number" ? size : 0,
    };
  });
}

function isFile({ filename }: Readonly<Record<string, unknown>>): boolean {
  return typeof filename === "string" && filename !== "";
}

function bodyOf({ body }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(body) ? body : {};
}

function entries(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
