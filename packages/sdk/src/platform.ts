/** The client's environment, replaceable in tests: exchange, clock, sleep and new keys. */
import { makeIdempotencyKey } from "@svc/contract/idempotency-key";
import { exchange, type Exchange } from "./exchange.ts";

/** The client's environment. */
export type SdkPlatform = {
  exchange: Exchange;
  nowMs(): number;
  /** Sleeps. If the signal aborts, rejects with its reason. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** A new idempotency key. */
  newKey(): string;
};

/**
 * Creates an idempotency key, a UUIDv7. Its timestamp lets a server that was restored from a backup see that the key is
 * new. Store it with its work before the first call.
 */
export function newIdempotencyKey(): string {
  return makeIdempotencyKey(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
}

/** The real environment; Node, Bun, Deno and edge runtimes all have these. */
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
