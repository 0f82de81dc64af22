/**
 * The executions that this process works on, so that its sweep can tell them from records that it has lost track of. A
 * settlement that the store did not accept in time is kept here as well, and retried until it is written.
 */

/** The executions in hand. */
export type InHand = {
  /** Adds an execution. Call it before the claim, so that an open record of this process is always in hand. */
  take(id: string): void;
  /** Removes an execution, once its settlement is written. */
  release(id: string): void;
  has(id: string): boolean;
  /** Keeps a settlement that could not be written. @param write tries once; rejects if the store does not answer. */
  keepUnwritten(id: string, write: () => Promise<unknown>): void;
  /** Retries the unwritten settlements, up to the first that fails. Never rejects. */
  writeUnwritten(): Promise<void>;
};

/** Creates one with nothing in hand. */
export function createInHand(): InHand {
  const working = new Set<string>();
  const unwritten = new Map<string, () => Promise<unknown>>();
  return {
    take: (id) => void working.add(id),
    release: (id) => void working.delete(id),
    has: (id) => working.has(id) || unwritten.has(id),
    keepUnwritten: (id, write) => void unwritten.set(id, write),
    async writeUnwritten() {
      for (const [id, write] of unwritten) {
        try {
          await write();
        } catch {
          // The store does not answer; the others would fail as well.
          return;
        }
        unwritten.delete(id);
      }
    },
  };
}
