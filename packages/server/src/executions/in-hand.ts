/**
 * The executions that this process works on. Its own records that are not among them have nobody behind them. A settlement that
 * the store did not take in time stays here too, and is tried on until it is written.
 */

/** What is in hand. */
export type InHand = {
  /** Takes an execution in hand; before its claim, so that no record of ours is ever open without being here. */
  take(id: string): void;
  /** Its work is over. It stays in hand while its settlement is unwritten. */
  release(id: string): void;
  has(id: string): boolean;
  /** Keeps a settlement that could not be written. @param write tries once; it rejects while the store does not answer. */
  keepUnwritten(id: string, write: () => Promise<unknown>): void;
  /** Tries every unwritten settlement once. Never rejects. */
  writeUnwritten(): Promise<void>;
};

/** Makes one with nothing in hand. */
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
          // The store is still away, for the others as well.
          return;
        }
        unwritten.delete(id);
      }
    },
  };
}
