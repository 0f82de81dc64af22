/**
 * The part of HTTP/1.1 that load generator and upstream need: messages with a content-length. Both use
 * raw sockets, because they share cores with the measured servers.
 */

/** A message; its head doesn't include the empty line. */
export interface Message {
  readonly head: string;
  readonly body: Buffer;
}

const headEnd = Buffer.from("\r\n\r\n");
const lengthHeader = /\r\ncontent-length: *(\d+)/i;

/** Splits a stream into messages. */
export class HttpFrames {
  #rest: Buffer | null = null;

  /** @returns the messages that `chunk` completes. @throws Error for a chunked body. */
  take(chunk: Buffer): readonly Message[] {
    let bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const end = bytes.indexOf(headEnd);
      if (end === -1) break;
      const head = bytes.toString("latin1", 0, end);
      if (/\r\ntransfer-encoding:/i.test(head)) throw new Error("A chunked body is not read here.");
      const bodyStart = end + headEnd.length;
      const bodyEnd = bodyStart + Number(lengthHeader.exec(head)?.[1] ?? 0);
      if (bytes.length < bodyEnd) break;
      messages.push({ head, body: bytes.subarray(bodyStart, bodyEnd) });
      bytes = bytes.subarray(bodyEnd);
    }
    this.#rest = bytes.length === 0 ? null : bytes;
    return messages;
  }
}

/** The status of a response's head. */
export function statusOf(head: string): number {
  return Number(head.slice(9, 12));
}

/** A request, ready to be written; `headers` need no host and no length. */
export function requestBytes(request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}): string {
  const { method, path, headers, body } = request;
  const length = body === null ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, "host: localhost", ...lines, ...length, "", body ?? ""].join("\r\n");
}
