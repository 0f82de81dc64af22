/**
 * Where the doors' log lines go. Written one by one, each would wake a thread that writes it and then the event loop again:
 * a tenth of the processor time of an execution that comes alone.
 */
import { destination as pinoDestination } from "pino";

/** Takes pino's lines, and before each its level: https://github.com/pinojs/pino/blob/main/docs/api.md#metadata */
export type LogLines = {
  lastLevel: number;
  write(line: string): void;
  /** Writes what is held before it returns. */
  flush(): void;
};

type LogDestination = { write(text: string): unknown; flushSync(): void };

/** Standard output, which nobody has to wait for; what is held is written however the process exits. */
export function standardOutput(): LogLines {
  const lines = createLogLines(pinoDestination({ dest: 1, sync: false }));
  process.on("exit", () => lines.flush());
  return lines;
}

// Nobody who follows a log sees the difference.
const heldMs = 20;
// What a pipe takes at once: https://man7.org/linux/man-pages/man7/pipe.7.html
const heldCharactersMax = 65_536;
// https://github.com/pinojs/pino/blob/main/docs/api.md#loggerlevels-object
const warnLevel = 40;

/**
 * Holds lines for 20 ms, so that those of many requests are one write. From `warn` on they go at once, after all that is held.
 * A killed process takes with it what is held; one that exits has to flush.
 */
export function createLogLines(destination: LogDestination): LogLines {
  let held = "";
  let timer: NodeJS.Timeout | undefined;
  const writeHeld = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = "";
    if (text !== "") destination.write(text);
  };
  const lines: LogLines = {
    lastLevel: 0,
    write(line) {
      held += line;
      if (lines.lastLevel >= warnLevel || held.length >= heldCharactersMax) writeHeld();
      else timer ??= setTimeout(writeHeld, heldMs).unref();
    },
    flush() {
      writeHeld();
      destination.flushSync();
    },
  };
  return Object.assign(lines, { [Symbol.for("pino.metadata")]: true });
}
