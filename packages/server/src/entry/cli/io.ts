/** What operator commands share: their output (data on stdout, everything else on stderr), options and failures. */
import { plainSurface, printable, recordLines, tableLines, type Surface } from "@svc/contract/terminal";
import type { Platform } from "../../platform.ts";
import { Option, type Command } from "commander";

/** The command failed. The message is one line. */
export class OperatorFailure extends Error {
  override readonly name = "OperatorFailure";
}

/** Missing or invalid options. Nothing was done, and the command exits with 2. */
export class UsageFailure extends OperatorFailure {}

/** The two streams. */
export type OperatorIo = {
  out(text: string): void;
  err(text: string): void;
  /** What `out` is; a file or a pipe by default. */
  surface?(): Surface;
  /** Waits until the reader of `out` has taken what was printed, so that a long output doesn't fill the memory. */
  drained?(): Promise<unknown>;
};

export { printable };

/** Prints a result: one JSON document, or a record. */
export function printResponse(io: OperatorIo, format: "table" | "json", response: object): void {
  if (format === "json") io.out(`${JSON.stringify(response, null, 2)}\n`);
  else for (const line of recordLines(response, surfaceOf(io))) io.out(`${line}\n`);
}

function surfaceOf(io: OperatorIo): Surface {
  return io.surface?.() ?? plainSurface;
}

/** A result with rows: one JSON document for programs, a table for people. */
export type Rows = { document: object; headings: readonly string[]; rows: readonly (readonly string[])[] };

export function printRows(io: OperatorIo, format: "table" | "json", { document, headings, rows }: Rows): void {
  if (format === "json") return printResponse(io, format, document);
  if (rows.length === 0) return io.err("(none)\n");
  const columns = headings.map((heading, at) => ({ heading, cell: (row: readonly string[]) => row[at] ?? "-" }));
  for (const line of tableLines(rows, columns, surfaceOf(io))) io.out(`${line}\n`);
}

/** Prints a result with a new service key: a record without it, then what to paste to use it. */
export function printWithKey(
  io: OperatorIo,
  format: "table" | "json",
  response: Readonly<Record<string, unknown>> & { readonly key: string },
  baseUrl: string | undefined,
): void {
  if (format === "json") return printResponse(io, format, response);
  const isGiven = (value: unknown): boolean =>
    value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  printResponse(
    io,
    format,
    Object.fromEntries(Object.entries(response).filter(([name, value]) => name !== "key" && isGiven(value))),
  );
  const url = baseUrl === undefined ? "" : `export SVC_API_URL=${baseUrl}\n`;
  io.out(`\n${url}export SVC_TOKEN=${response.key}\n`);
  io.err("The key is shown only once. Store it with your backend's secrets.\n");
}

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

/** Options of every operator command. */
export type OperatorOptions = { format: "table" | "json"; sandbox?: boolean };

/** Adds an operator command to its parent. */
export function leaf(parent: Command, usage: string, description: string, options?: { isDefault: boolean }): Command {
  return parent
    .command(usage, options)
    .description(description)
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--sandbox", "if a new database is created, make it a sandbox's");
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/**
 * Parses a time.
 * @param name the option's name. @param text `now`, or a time such as 2026-01-31T00:00:00Z.
 * @returns milliseconds since the epoch.
 * @throws OperatorFailure if it is invalid.
 */
export function readTime(name: string, text: string | undefined, nowMs: number): number {
  if (text === "now") return nowMs;
  const time = text === undefined ? Number.NaN : Date.parse(text);
  // Without a zone, it would be local time, which differs between machines.
  if (Number.isFinite(time) && /(?:Z|[+-]\d\d:\d\d)$/.test(text ?? "")) return time;
  throw new OperatorFailure(`${name} must be a time such as 2026-01-31T00:00:00Z, or now.`);
}
