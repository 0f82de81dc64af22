/** One line on a terminal that says what a command is waiting for, and is gone before anything else is printed. */

/** The part of a stream and a clock that the line needs. */
export type StatusLineDeps = {
  write(text: string): void;
  /** The terminal's columns. */
  columns(): number;
  nowMs(): number;
  /** Calls the function every second until the returned one is called. It doesn't keep the process alive. */
  everySecond(tick: () => void): () => void;
};

/** What the line says. @param elapsedMs since it was started. */
export type StatusText = (elapsedMs: number) => string;

/** The line. Without a terminal there is none, and `start` does nothing. */
export type StatusLine = {
  /** Shows a text from one second on, renewed every second. Replaces the one before; null ends it. */
  start(text: StatusText | null): void;
  /** Removes the line until the next second, before something else is printed. */
  clear(): void;
};

/** For pipes and files. */
export const noStatusLine: StatusLine = { start: () => undefined, clear: () => undefined };

const eraseLine = "\r\u001b[2K";

/** @param deps of a terminal. */
export function createStatusLine({ write, columns, nowMs, everySecond }: StatusLineDeps): StatusLine {
  let isShown = false;
  let stop = (): void => undefined;
  const clear = (): void => {
    if (isShown) write(eraseLine);
    isShown = false;
  };
  return {
    clear,
    start(text) {
      stop();
      clear();
      if (text === null) {
        stop = () => undefined;
        return;
      }
      const began = nowMs();
      stop = everySecond(() => {
        // A line that wraps can't be erased.
        const line = text(nowMs() - began).slice(0, Math.max(1, columns() - 1));
        write(`${eraseLine}${line}`);
        isShown = true;
      });
    },
  };
}
