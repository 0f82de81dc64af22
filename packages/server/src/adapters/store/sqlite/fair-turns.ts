/** A fair mutex: first come, first served. */

/** The mutex. A caller that takes a turn must return it. */
export type Turns = {
  /** @returns undefined if the turn was free and is now the caller's; otherwise a promise of it. */
  take(): Promise<void> | undefined;
  give(): void;
  isTaken(): boolean;
};

/** Creates a free mutex. */
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
