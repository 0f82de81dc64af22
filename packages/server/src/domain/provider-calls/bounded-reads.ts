/** Reads that svc makes for looks and previews, limited in number and time. */
import { ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { NotDispatched } from "./port.ts";

/** Thrown once reading has stopped. Nothing more is read, even if the action catches this. */
export class ReadsStopped extends Error {}

/**
 * A read port that counts its reads, notes a refused credential and a read that svc itself couldn't send, and reads
 * nothing more once stopped.
 */
export type BoundedReads = ReadPort & {
  state: { isUnauthorized: boolean; isUnsent: boolean; stopped: string | null };
  /** Stops reading. @returns the error to throw. */
  stop(why: string): ReadsStopped;
  /** Resolves with the reason once it is stopped. */
  stopped: Promise<string>;
};

export type ReadLimits = {
  readsMax: number;
  /** Total time for all reads, in milliseconds. */
  timeMs: number;
};

/** Twenty reads (for example, pages of a list) within ten seconds. */
export const readLimits: ReadLimits = { readsMax: 20, timeMs: 10_000 };

/** Limits a port's reads. @param what the reader's name in messages: "look" or "preview". */
export function boundReads(port: ReadPort, readsMax: number, what: string): BoundedReads {
  const state: BoundedReads["state"] = { isUnauthorized: false, isUnsent: false, stopped: null };
  const { promise: stopped, resolve } = Promise.withResolvers<string>();
  let reads = 0;
  const stop = (why: string): ReadsStopped => {
    state.stopped ??= why;
    resolve(state.stopped);
    return new ReadsStopped(why);
  };
  return {
    state,
    stop,
    stopped,
    origin: port.origin,
    credentialKind: port.credentialKind,
    connectionFacts: port.connectionFacts,
    async read(request, options) {
      reads += 1;
      if (reads > readsMax) stop(`The ${what} needed more than ${String(readsMax)} reads.`);
      // Never settles: an action that retries failed reads would keep this process busy.
      if (state.stopped !== null) return await new Promise(() => undefined);
      try {
        return await port.read(request, options);
      } catch (error) {
        if (error instanceof NotDispatched) state.isUnsent = true;
        if (error instanceof ProviderFailure && error.refusal.code === "PROVIDER_UNAUTHORIZED") {
          state.isUnauthorized = true;
        }
        throw error;
      }
    },
  };
}

/**
 * Returns the result of `work`, or of `onStopped` if it is stopped or times out.
 * @param what see {@link boundReads}.
 */
export async function withinMs<Result>(
  ms: number,
  work: Promise<Result>,
  reads: BoundedReads,
  { what, onStopped }: { what: string; onStopped: (why: string) => Result },
): Promise<Result> {
  const timer = setTimeout(() => reads.stop(`The ${what} took too long.`), Math.max(0, ms));
  try {
    return await Promise.race([work, reads.stopped.then(onStopped)]);
  } finally {
    clearTimeout(timer);
  }
}
