/**
 * Writes a response to the socket, intact or corrupted by a fault. Implements HTTP/1.1 framing, independent of any API.
 */
import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { SimResponse } from "./api.ts";
import type { SpoilingFault } from "./faults.ts";

/** Timers that are cleared when the simulator closes. */
export interface Timers {
  /** Calls `run` once after `ms` milliseconds unless the simulator closes first. */
  after(ms: number, run: () => void): void;
}

interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const jsonType = { "content-type": "application/json; charset=utf-8" };
const bombBytesDefault = 64 * 1024 * 1024;

/** Sends the response unchanged. Returns the status that was sent. */
export function deliver(response: ServerResponse, simulated: SimResponse): number {
  const wire = wireResponse(simulated);
  response.writeHead(wire.status, { ...wire.headers, ...lengthOf(wire) });
  response.end(wire.body);
  return wire.status;
}

/**
 * Corrupts the response of an API that has already applied its effect.
 * Returns the status that was sent, or null if the client can't have read one.
 */
export function deliverSpoiled(
  response: ServerResponse,
  simulated: SimResponse,
  fault: SpoilingFault,
  timers: Timers,
): number | null {
  const wire = wireResponse(simulated);
  if (fault.kind === "truncate") {
    return truncate(response, wire, { "content-length": String(wire.body.length) }, (part) => part);
  }
  if (fault.kind === "truncate_chunked") {
    return truncate(response, wire, { "transfer-encoding": "chunked" }, (part) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]),
    );
  }
  if (fault.kind === "slow_drip") {
    drip(response, wire, fault.bytesPerMs, timers);
    return wire.status;
  }
  const { status, headers } = withBody(wire);
  if (fault.kind === "gzip_bomb") {
    response.writeHead(status, { ...headers, "content-encoding": "gzip" });
    response.end(bomb(fault.bytes ?? bombBytesDefault));
    return status;
  }
  const malformed = wire.body.toString().slice(0, -1) || '{"success":';
  return deliver(response, { status, headers, text: fault.kind === "nul_body" ? "\0".repeat(64) : malformed });
}

/** Sends an informational response (RFC 9110 §15.2) before the final one. */
export function deliverInformational(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  response.socket?.write(head(status, headers));
}

/** The HTML page that a proxy shows when the API behind it is down, regardless of the types that the client accepts. */
export const badGatewayPage: SimResponse = {
  status: 502,
  headers: { "content-type": "text/html" },
  text: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n",
};

function wireResponse(simulated: SimResponse): WireResponse {
  const type = simulated.json === undefined ? {} : jsonType;
  const text = simulated.json === undefined ? (simulated.text ?? "") : JSON.stringify(simulated.json);
  const body = simulated.bytes === undefined ? Buffer.from(text) : Buffer.from(simulated.bytes);
  return { status: simulated.status, headers: { ...type, ...simulated.headers }, body };
}

/** Allows a body: if a fault adds one to a 204, the status becomes 200. */
function withBody(wire: WireResponse): { status: number; headers: Readonly<Record<string, string>> } {
  return { status: wire.status === 204 ? 200 : wire.status, headers: { ...jsonType, ...wire.headers } };
}

/** RFC 9110 §8.6: no Content-Length in a 1xx or a 204. In a 304 it would be the length of the body that isn't sent. */
function lengthOf(wire: WireResponse): Record<string, string> {
  return wire.status < 200 || wire.status === 204 || wire.status === 304
    ? {}
    : { "content-length": String(wire.body.length) };
}

function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/** Sends half of the body and closes the connection. A response without a body is cut inside its headers. */
function truncate(
  response: ServerResponse,
  wire: WireResponse,
  framing: Readonly<Record<string, string>>,
  frame: (part: Buffer) => Buffer,
): number | null {
  const { socket } = response;
  if (wire.body.length < 2) {
    socket?.end(`HTTP/1.1 ${wire.status} No`);
    return null;
  }
  const part = wire.body.subarray(0, Math.floor(wire.body.length / 2));
  socket?.write(head(wire.status, { ...wire.headers, ...framing }));
  socket?.end(frame(part));
  return wire.status;
}

function drip(response: ServerResponse, wire: WireResponse, bytesPerMs: number, timers: Timers): void {
  // A tick is ten milliseconds, or the time for one byte if that is longer.
  const tickMs = Math.max(10, 1 / bytesPerMs);
  const stepBytes = Math.max(1, Math.floor(tickMs * bytesPerMs));
  response.writeHead(wire.status, { ...wire.headers, ...lengthOf(wire) });
  response.flushHeaders();
  const step = (offset: number): void => {
    if (response.destroyed) return;
    if (offset >= wire.body.length) {
      response.end();
      return;
    }
    response.write(wire.body.subarray(offset, offset + stepBytes));
    timers.after(tickMs, () => {
      step(offset + stepBytes);
    });
  };
  step(0);
}

const bombs = new Map<number, Buffer>();

/** A gzip member (RFC 1952) of this many spaces; cached, because compressing takes a while. */
function bomb(bytes: number): Buffer {
  const made = bombs.get(bytes) ?? gzipSync(Buffer.alloc(bytes, " "));
  bombs.set(bytes, made);
  return made;
}
