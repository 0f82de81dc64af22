/** Shows on standard error how far a long command is. */
import type { Platform } from "../../platform.ts";
import type { OperatorIo } from "./io.ts";

/** A command that ends sooner shows nothing. In milliseconds. */
const firstAfterMs = 1000;
const thenEveryMs = 10_000;

/** Shows a line now and then. @param line how far the command is, such as `counted 20,000 executions`. */
export type Progress = (line: () => string) => void;

/** Starts counting the time of a command. */
export function createProgress(io: Pick<OperatorIo, "err">, clock: Pick<Platform, "monotonicMs">): Progress {
  let dueMs = clock.monotonicMs() + firstAfterMs;
  return (line) => {
    if (clock.monotonicMs() < dueMs) return;
    dueMs = clock.monotonicMs() + thenEveryMs;
    io.err(`${line()}\n`);
  };
}

/** A whole number with separators, such as 1,234,567. */
export function wholeNumber(number: number): string {
  return number.toLocaleString("en-US");
}
