/** Bodies of responses. */
import { Buffer } from "node:buffer";
import { Refusal } from "@svc/simulator";
import type { StoredMessage, StoredPart } from "./model.ts";

/** A message in a format: `full`, `metadata` or `minimal`. */
export function messageBody(message: StoredMessage, format: string): object {
  const { id, threadId, labelIds, internalMs, parts } = message;
  const minimal = {
    id,
    threadId,
    labelIds,
    snippet: snippetOf(message),
    sizeEstimate: parts.reduce((sum, { content }) => sum + content.length, 500),
    historyId: String(internalMs),
    internalDate: String(internalMs),
  };
  if (format === "minimal") return minimal;
  if (format !== "full" && format !== "metadata") {
    throw new Refusal(400, "Invalid value for format", { code: "invalidArgument" });
  }
  return { ...minimal, payload: payload(message, format === "full") };
}

/** The beginning of a message. */
export function snippetOf({ parts }: StoredMessage): string {
  return (parts[0]?.content ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 200);
}

function payload({ headers, parts }: StoredMessage, isFull: boolean): object {
  const named = headers.map(([name, value]) => ({ name, value }));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    const { mimeType, filename } = only;
    return { mimeType, headers: named, ...(isFull ? { partId: "", filename, body: partBody(only) } : {}) };
  }
  const mimeType = parts.some(({ filename }) => filename !== "") ? "multipart/mixed" : "multipart/alternative";
  if (!isFull) return { mimeType, headers: named };
  const inner = parts.map((part, at) => ({
    partId: String(at),
    mimeType: part.mimeType,
    filename: part.filename,
    headers: [{ name: "Content-Type", value: part.mimeType }],
    body: partBody(part),
  }));
  return { partId: "", mimeType, filename: "", headers: named, body: { size: 0 }, parts: inner };
}

function partBody({ filename, content }: StoredPart): object {
  const bytes = Buffer.from(content, "utf8");
  if (filename !== "") return { attachmentId: `ANGjdJ-${filename}`, size: bytes.length };
  return { size: bytes.length, data: bytes.toString("base64url") };
}
