/** A failed test as text: where it is, and why it failed. */
import { inspect } from "node:util";

/** A failed test. */
export interface Failure {
  /** From the project's root. */
  readonly file: string;
  readonly line: number | null;
  /** Its name below those of its suites; empty for a file that failed as a whole. */
  readonly names: readonly string[];
  readonly durationMs: number;
  /** node:test's wrapper of the thrown error, or the error. */
  readonly error: Error;
}

/** The text, with its place in the first line and the error with its stack below. */
export function failureText({ file, line, names, durationMs, error }: Failure): string {
  const place = names.length === 0 || line === null ? file : `${file}:${line}`;
  const title = names.length === 0 ? "the file failed" : names.join(" > ");
  const reason = inspect(error.cause ?? error, {
    depth: 5,
    maxArrayLength: 50,
    maxStringLength: 8000,
    breakLength: 118,
  });
  return `\n✖ ${place}\n  ${title} (${(durationMs / 1000).toFixed(1)} s)\n${indented(reason, "    ")}\n`;
}

const linesMost = 200;

/** The last lines of what a file printed, each with a prefix. */
export function lastLines(printed: string, prefix: string): string {
  const lines = printed.trimEnd().split("\n");
  const left = lines.length - linesMost;
  const told = left > 0 ? [`(${left} lines before; --verbose prints all)`, ...lines.slice(-linesMost)] : lines;
  return indented(told.join("\n"), prefix);
}

/** A duration as `m:ss`. */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function indented(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line) => `${prefix}${line}`)
    .join("\n");
}
