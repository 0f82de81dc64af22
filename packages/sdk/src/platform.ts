/** What the client needs of its surroundings, so that tests can set it: the exchange, the clock, waiting, new keys. */
import { makeIdempotencyKey } from "@svc/contract/idempotency-key";
import { exchange, type Exchange } from "./exchange.ts";

/** What the client asks of its surroundings. */
export type SdkPlatform = {
  exchange: Exchange;
  nowMs(): number;
  /** Waits; ends early, by throwing its reason, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** A new idempotency key. */
  newKey(): string;
};

/**
 * A new idempotency key: a UUIDv7, so that a service restored from a backup can tell that nobody used it before. Store it
 * with the work that it is for, then call.
 */
export function newIdempotencyKey(): string {
  return makeIdempotencyKey(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}

/** The real surroundings: Node, Bun, Deno and edge runtimes all have these. */
export const defaultPlatform: SdkPlatform = {
  exchange,
  nowMs: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    });
  },
  newKey: newIdempotencyKey,
};
