/**
 * Collects log lines before writing them. Written one by one, each would wake a writer thread and then the event loop
 * again, which is a tenth of the processor time of a single execution.
 */
import { destination as pinoDestination } from "pino";

/**
 * A pino destination, which gets each line's level first: https://github.com/pinojs/pino/blob/main/docs/api.md#metadata
 */
export type LogLines = {
  lastLevel: number;
  write(line: string): void;
  /** Writes all collected lines before it returns. */
  flush(): void;
  /** Called once lines are read again, with how many were lost. */
  onLost?: (lines: number) => void;
};

type LogDestination = { write(text: string): unknown; flushSync(): void };

/** How much is kept while nothing reads standard output. Without a bound, such a reader would end the server. */
const unreadBytesMax = 8 * 1024 * 1024;

/** Standard output as a terminal: each line is rewritten for the person who reads it, and none is lost. */
export function terminalOutput(rewrite: (text: string) => string): LogLines {
  const destination = pinoDestination({ dest: 1, sync: true });
  const lines = createLogLines({
    write: (text) => destination.write(rewrite(text)),
    flushSync: () => destination.flushSync(),
  });
  process.on("exit", () => lines.flush());
  return lines;
}

/**
 * Standard output, written asynchronously. Collected lines are written however the process exits. While nothing reads
 * them, lines beyond {@link unreadBytesMax} are lost.
 */
export function standardOutput(): LogLines {
  const destination = pinoDestination({ dest: 1, sync: false, maxLength: unreadBytesMax });
  const lines = createLogLines(destination);
  let lost = 0;
  destination.on("drop", (text: string) => {
    lost += text.split("\n").length - 1;
  });
  destination.on("drain", () => {
    if (lost === 0) return;
    const count = lost;
    lost = 0;
    lines.onLost?.(count);
  });
  process.on("exit", () => lines.flush());
  return lines;
}

// Too short to notice when following a log.
const heldMs = 20;
// The capacity of a pipe: https://man7.org/linux/man-pages/man7/pipe.7.html
const heldCharactersMax = 65_536;
// https://github.com/pinojs/pino/blob/main/docs/api.md#loggerlevels-object
const warnLevel = 40;

/**
 * Collects lines for 20 ms, so that those of many requests become one write. From level `warn` on, lines are written
 * immediately, after the collected ones. A killed process loses its collected lines; one that exits must flush.
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
