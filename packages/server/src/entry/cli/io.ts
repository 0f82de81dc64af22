/** What operator commands share: their output (data on stdout, everything else on stderr), options and failures. */
import { steeringCharacters } from "@svc/contract";
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
  /** Waits until the reader of `out` has taken what was printed, so that a long output doesn't fill the memory. */
  drained?(): Promise<unknown>;
};

/** Prints a result: one JSON document, or one line per field. */
export function printResponse(io: OperatorIo, format: "table" | "json", response: object): void {
  if (format === "json") {
    io.out(`${JSON.stringify(response, null, 2)}\n`);
    return;
  }
  const fields = flatten(response, "");
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  for (const [name, text] of fields) io.out(`${name.padEnd(width)}  ${printable(text)}\n`);
}

/** A result with rows: one JSON document for programs, a table for people. */
export type Rows = { document: object; headings: readonly string[]; rows: readonly (readonly string[])[] };

export function printRows(io: OperatorIo, format: "table" | "json", { document, headings, rows }: Rows): void {
  if (format === "json") return printResponse(io, format, document);
  if (rows.length === 0) return io.err("(none)\n");
  const cells = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_heading, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  for (const row of cells)
    io.out(
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
}

/** Replaces characters that would steer a terminal, line breaks among them. */
export function printable(text: string): string {
  return text.replaceAll(steeringCharacters, "\u{fffd}");
}

/** Fields by path, such as `policy.actions` and `auditHeads[0].seq`. */
function flatten(response: object, prefix: string): [string, string][] {
  return Object.entries(response).flatMap(([name, value]: [string, unknown]) => flattenValue(prefix + name, value));
}

function flattenValue(path: string, value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [[path, formatValue(value)]];
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    if (isPlain) return [[path, value.length === 0 ? "-" : value.map(formatValue).join(", ")]];
    return value.flatMap((item: unknown, index) => flattenValue(`${path}[${index}]`, item));
  }
  const inner = flatten(value, `${path}.`);
  return inner.length === 0 ? [[path, "-"]] : inner;
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
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
