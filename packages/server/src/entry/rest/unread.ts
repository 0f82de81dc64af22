/**
 * Bounds the responses that were written and not taken by their peer: their bytes in all, and how long a connection may
 * take nothing. Without this, a few bytes of requests hold as much memory as the largest response has. A large body is sent
 * in slices: the next one is written only when the connection has taken those before it, so a peer that doesn't read holds
 * a slice and not the whole body.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";

/** The bounds. */
export type UnreadLimits = {
  /** The most bytes, of all connections together. */
  bytesMax: number;
  /** How often connections are checked, in milliseconds. */
  everyMs: number;
  /** After how many consecutive checks without progress a connection is closed. */
  checksMax: number;
};

/** 32 MiB is little beside the 512 MiB in deploy/, and enough for 500 slow readers of the largest response. */
export const unreadDefaults: UnreadLimits = { bytesMax: 32 * 1024 * 1024, everyMs: 1000, checksMax: 10 };

/** What a response costs that waits for earlier ones of its connection, besides its body. */
const queuedBytes = 8 * 1024;

/** The responses of all connections. */
export type Unread = {
  /** Starts watching a connection, until it is closed. */
  connected(socket: Socket): void;
  /** Counts a response until it was taken. @returns how many the connection has now. */
  began(socket: Socket, response: ServerResponse): number;
  /** Notes what a response keeps in memory until it was taken, besides what is queued. */
  keeps(response: ServerResponse, bytes: number): void;
};

type Watched = { responses: Set<ServerResponse>; takenBytes: number; checks: number };

/** Creates the bounds. A timer runs while there are connections; it doesn't keep the process alive. */
export function createUnread({ bytesMax, everyMs, checksMax }: UnreadLimits = unreadDefaults): Unread {
  // A Map keeps the order in which they connected.
  const connections = new Map<Socket, Watched>();
  const kept = new WeakMap<ServerResponse, number>();
  let timer: NodeJS.Timeout | null = null;
  /** Bytes when last measured, and the most that may have been added since. */
  let [measured, added] = [0, 0];

  const heldBy = (socket: Socket, { responses }: Watched): number => {
    let bytes = socket.writableLength;
    for (const response of responses) {
      bytes += kept.get(response) ?? 0;
      // Node gives a response its connection when those before it were written.
      if (response.socket === null) bytes += queuedBytes + response.writableLength;
    }
    return bytes;
  };
  const close = (socket: Socket): void => {
    connections.delete(socket);
    // An orderly end would leave the bytes to the kernel, which offers them for minutes.
    socket.resetAndDestroy();
  };
  const shed = (): void => {
    added = 0;
    measured = 0;
    const holding: { socket: Socket; bytes: number; checks: number }[] = [];
    for (const [socket, watched] of connections) {
      const bytes = heldBy(socket, watched);
      if (bytes > 0) holding.push({ socket, bytes, checks: watched.checks });
      measured += bytes;
    }
    if (measured <= bytesMax) return;
    holding.sort((left, right) => right.checks - left.checks);
    for (const { socket, bytes } of holding) {
      if (measured <= bytesMax) return;
      close(socket);
      measured -= bytes;
    }
  };
  const check = (): void => {
    for (const [socket, watched] of connections) {
      const takenBytes = socket.bytesWritten - socket.writableLength;
      const isStuck = socket.writableLength > 0 && takenBytes === watched.takenBytes;
      watched.checks = isStuck ? watched.checks + 1 : 0;
      watched.takenBytes = takenBytes;
      if (watched.checks >= checksMax) close(socket);
    }
    shed();
  };
  const mayHaveAdded = (bytes: number): void => {
    added += bytes;
    // Measuring costs time, so not for each response while the bytes are just below the bound.
    if (added >= Math.max(bytesMax - measured, bytesMax / 16)) shed();
  };
  return {
    connected(socket) {
      connections.set(socket, { responses: new Set(), takenBytes: 0, checks: 0 });
      timer ??= setInterval(check, everyMs).unref();
      socket.once("close", () => {
        connections.delete(socket);
        if (connections.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      });
    },
    began(socket, response) {
      const watched = connections.get(socket);
      if (watched === undefined) return 0;
      watched.responses.add(response);
      response.once("close", () => watched.responses.delete(response));
      mayHaveAdded(queuedBytes);
      return watched.responses.size;
    },
    keeps(response, bytes) {
      kept.set(response, bytes);
      mayHaveAdded(bytes);
    },
  };
}

/** Bodies above this many bytes are sent in slices of this size. */
const sliceBytes = 16 * 1024;

/** A body in slices. */
export class Slices extends Readable {
  /** What this response alone keeps in memory, in bytes: nothing if many responses share the body. */
  readonly keptBytes: number;
  readonly totalBytes: number;
  #rest: Uint8Array;

  /** @param body never changes. @param isShared whether the same bytes are kept for others anyway. */
  constructor(body: Uint8Array, { isShared }: { isShared: boolean }) {
    super({ highWaterMark: sliceBytes });
    this.#rest = body;
    this.totalBytes = body.byteLength;
    this.keptBytes = isShared ? 0 : body.byteLength;
  }

  override _read(): void {
    const slice = this.#rest.subarray(0, sliceBytes);
    this.#rest = this.#rest.subarray(sliceBytes);
    this.push(slice.byteLength === 0 ? null : slice);
  }
}

/** Returns a body in slices if it is large; otherwise null. @param body not shared with other responses. */
export function inSlices(body: string | Uint8Array): Slices | null {
  if (body.length <= sliceBytes) return null;
  return new Slices(typeof body === "string" ? Buffer.from(body) : body, { isShared: false });
}

/** Returns a body that all responses share: in slices if it is large. */
export function sharedBody(body: Uint8Array): Slices | Uint8Array {
  return body.byteLength <= sliceBytes ? body : new Slices(body, { isShared: true });
}
