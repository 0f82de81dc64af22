/** A mutex that serves in the order of asking. */

/** Who takes a turn gives it back. */
export type Turns = {
  /** Undefined where nobody had the turn: it is the asker's already. */
  take(): Promise<void> | undefined;
  give(): void;
  isTaken(): boolean;
};

/** A mutex that nobody has. */
export function fairTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take() {
      if (taken) return new Promise<void>((resolve) => void waiting.push(resolve));
      taken = true;
      return undefined;
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
    isTaken: () => taken,
  };
}
