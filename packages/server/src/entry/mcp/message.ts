/** Reads the messages that a client posts: strict JSON as everywhere, with errors in JSON-RPC's form. */
import { parseJsonStrict, rpcIdLengthMax } from "@svc/contract";

/** A rejection before any message is read: an HTTP status, and a JSON-RPC error that can't name its request. */
export type MessageFault = { status: number; code: number; message: string };

/** The contents of the body, and the number of messages in it. */
export type MessageReading = { kind: "read"; value: unknown; count: number } | ({ kind: "refused" } & MessageFault);

/** Codes of JSON-RPC 2.0 §5.1. */
const parseError = -32_700;
const invalidRequest = -32_600;

/** The maximum number of messages in a batch. */
const batchMax = 20;

/** The revisions that have batches; a request without the header counts as 2025-03-26. */
const batchRevisions: ReadonlySet<string> = new Set(["2025-03-26", "2024-11-05", "2024-10-07"]);

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a body.
 * @param revision the `MCP-Protocol-Version` header; undefined if there is none.
 */
export function readMessage(bytes: Uint8Array, revision: string | undefined): MessageReading {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return refused(parseError, "Parse error: the body is not valid UTF-8.");
  }
  const parsed = parseJsonStrict(text);
  if (!parsed.ok) {
    const at = parsed.pointer === "" ? "" : ` At ${parsed.pointer}.`;
    return refused(parseError, `Parse error: ${parsed.reason}${at}`);
  }
  const { value } = parsed;
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!messages.every(hasGoodId)) {
    return refused(
      invalidRequest,
      `Invalid request: an id is an integer or a text of at most ${rpcIdLengthMax} characters.`,
    );
  }
  if (!Array.isArray(value)) return { kind: "read", value, count: 1 };
  if (revision !== undefined && !batchRevisions.has(revision)) {
    return refused(invalidRequest, `Invalid request: protocol revision ${shown(revision)} has no batches.`);
  }
  if (value.length === 0 || value.length > batchMax) {
    return refused(invalidRequest, `Invalid request: a batch has 1 to ${batchMax} messages.`);
  }
  return { kind: "read", value, count: value.length };
}

/** Whether a message's id, which the response repeats, is valid in a response. The protocol checks the rest. */
function hasGoodId(message: unknown): boolean {
  if (typeof message !== "object" || message === null || !("id" in message)) return true;
  const { id } = message;
  return typeof id === "string"
    ? Array.from(id).length <= rpcIdLengthMax
    : typeof id !== "number" || Number.isInteger(id);
}

function shown(revision: string): string {
  return revision.replaceAll(/[^0-9A-Za-z.-]/g, "").slice(0, 20);
}

function refused(code: number, message: string): MessageReading {
  return { kind: "refused", status: 400, code, message };
}

/** Returns the body of a rejection. */
export function faultBody({ code, message }: MessageFault): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
}
