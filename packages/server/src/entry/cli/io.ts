/** Where operator commands print: data on stdout, everything else on stderr. */
import { steeringCharacters } from "@svc/contract";

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
