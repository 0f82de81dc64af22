/**
 * Large response bodies, sent in slices: the next one is written only when the connection has taken those before it, so
 * a peer that doesn't read holds a slice and not the whole body.
 */
import { Readable } from "node:stream";

/** Bodies above this many bytes are sent in slices of this size. */
export const sliceBytes = 16 * 1024;

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
