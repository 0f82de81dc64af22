/** Prints data: a table or a list of fields for people, one JSON document for programs. */
import type { Environment } from "./environment.ts";

/** How data is printed. */
export type Format = "table" | "json";

/** A table's column: its heading and how a row's cell is made. */
export type Column<Row> = { heading: string; cell(row: Row): string };

/** Control characters could move the cursor or hide text, and names come from outside. */
export function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\u{fffd}");
}

/** Prints one JSON document. */
export function printJson(io: Environment, document: unknown): void {
  io.out(`${JSON.stringify(document, null, 2)}\n`);
}

/** Prints rows as a table; a line on stderr where there are none. */
export function printTable<Row>(io: Environment, rows: readonly Row[], columns: readonly Column<Row>[]): void {
  if (rows.length === 0) {
    io.err("(none)\n");
    return;
  }
  const cells = [
    columns.map((column) => column.heading),
    ...rows.map((row) => columns.map((column) => printable(column.cell(row)))),
  ];
  const widths = columns.map((_column, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  for (const [number, line] of cells.entries()) {
    const text = line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ");
    io.out(`${number === 0 && io.color ? bold(text.trimEnd()) : text.trimEnd()}\n`);
  }
}

/** Prints an object's fields, one a line, nested ones by dotted path. */
export function printFields(io: Environment, value: object): void {
  const lines = fieldsOf(value, "");
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  for (const [name, text] of lines) io.out(`${name.padEnd(width)}  ${printable(text)}\n`);
}

function fieldsOf(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]): [string, string][] => {
    const path = prefix + name;
    if (Array.isArray(field) && field.every((item) => typeof item === "string")) return [[path, field.join(", ")]];
    if (Array.isArray(field)) return [[path, JSON.stringify(field)]];
    if (typeof field === "object" && field !== null) return fieldsOf(field, `${path}.`);
    return [[path, field === null ? "-" : typeof field === "string" ? field : JSON.stringify(field)]];
  });
}

/** Bold, for terminals. */
export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}
