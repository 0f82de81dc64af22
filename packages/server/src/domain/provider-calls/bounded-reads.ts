/** Reads on the service's own behalf, for looks and previews: bounded in number and time. */
import { ProviderFailure, type ReadPort } from "@svc/provider-kit";

/** The reason why nothing more is read, whatever the action does after it. */
export class ReadsStopped extends Error {}

/** A read port that counts, remembers a refused credential, and once stopped reads no more. */
export type BoundedReads = ReadPort & {
  state: { isUnauthorized: boolean; stopped: string | null };
  /** Stops. @returns the error to throw. */
  stop(why: string): ReadsStopped;
  /** Resolves with the reason once it is stopped. */
  stopped: Promise<string>;
};

/** How far reads go. */
export type ReadLimits = {
  readsMax: number;
  /** How long they may take in all, in milliseconds. */
  timeMs: number;
};

/** Twenty pages of a list, and ten seconds. */
export const readLimits: ReadLimits = { readsMax: 20, timeMs: 10_000 };

/** @param what what reads, for sentences: "look" or "preview". */
export function boundReads(port: ReadPort, readsMax: number, what: string): BoundedReads {
  const state: BoundedReads["state"] = { isUnauthorized: false, stopped: null };
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
      // Never answered, because an action that repeats what fails would keep this process busy.
      if (state.stopped !== null) return await new Promise(() => undefined);
      try {
        return await port.read(request, options);
      } catch (error) {
        if (error instanceof ProviderFailure && error.refusal.code === "PROVIDER_UNAUTHORIZED") {
          state.isUnauthorized = true;
        }
        throw error;
      }
    },
  };
}

/** The result of `work`; of `onStopped`, once it is stopped or its time is up. @param what as in {@link boundReads}. */
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
