/** What a change has done so far, so that a refused one leaves nothing behind. */
export class Journal {
  #undo: (() => void)[] | null = null;
  #isReading = false;

  /** Notes how to take a step back. Throws inside a read: a route that changes something must not pass for one. */
  record(undo: () => void): void {
    if (this.#isReading) throw new Error("a route that reads has changed the store");
    this.#undo?.push(undo);
  }

  /** Runs a read, in which nothing may change. */
  reading<Result>(run: () => Result): Result {
    const before = this.#isReading;
    this.#isReading = true;
    try {
      return run();
    } finally {
      this.#isReading = before;
    }
  }

  /** Runs a change. If it throws, every step in it is taken back. */
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
