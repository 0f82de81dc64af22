/** The steps of a change so far, so that a refused change leaves nothing behind. */
export class Journal {
  #undo: (() => void)[] | null = null;
  #isReading = false;

  /**
   * Records how to undo a step. Throws during a read: a route that changes something must not be declared as a read.
   */
  record(undo: () => void): void {
    if (this.#isReading) throw new Error("a route that reads has changed the store");
    this.#undo?.push(undo);
  }

  /** Runs a read, during which nothing may change. */
  reading<Result>(run: () => Result): Result {
    const before = this.#isReading;
    this.#isReading = true;
    try {
      return run();
    } finally {
      this.#isReading = before;
    }
  }

  /** Runs a change. If it throws, every step in it is undone. */
  changing<Result>(run: () => Result): Result {
    if (this.#undo !== null) return run();
    const steps: (() => void)[] = [];
    this.#undo = steps;
    try {
      return run();
    } catch (error) {
      for (const undo of steps.reverse()) undo();
      throw error;
    } finally {
      this.#undo = null;
    }
  }
}
