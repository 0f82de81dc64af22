/** A mutex that serves in the order of asking. */

/** Who takes a turn gives it back. */
export type Turns = {
  take(): Promise<void>;
  give(): void;
  isTaken(): boolean;
};

/** A mutex that nobody has. */
export function fairTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    async take() {
      if (!taken) {
        taken = true;
        return;
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
    isTaken: () => taken,
  };
}
