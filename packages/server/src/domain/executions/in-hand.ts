/**
 * Tracks the executions that this process is working on, so that its sweep can distinguish them from abandoned records.
 * Also keeps settlements that the store did not accept in time, and retries them until they are written.
 */

/** The executions in hand. */
export type InHand = {
  /** Adds an execution. Call it before the claim, so that an open record of this process is always in hand. */
  take(id: string): void;
  /** Removes an execution, once its settlement is written. */
  release(id: string): void;
  has(id: string): boolean;
  /** Keeps a settlement that couldn't be written. @param write tries once; rejects if the store doesn't respond. */
  keepUnwritten(id: string, write: () => Promise<unknown>): void;
  /** Retries the unwritten settlements and stops at the first failure. Never rejects. */
  writeUnwritten(): Promise<void>;
};

/** Creates an empty set. */
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
          // The store isn't responding, so the others would fail too.
          return;
        }
        unwritten.delete(id);
      }
    },
  };
}
