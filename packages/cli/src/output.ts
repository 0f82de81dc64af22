/** Prints data: a table or a list of fields for people, one JSON document for programs. */
import type { Environment } from "./environment.ts";

/** How data is printed. */
export type Format = "table" | "json";

/** A table's column: its heading and how a row's cell is made. */
export type Column<Row> = { heading: string; cell(row: Row): string };

/** Characters that could move the cursor, hide text or turn its direction; names come from outside. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text without control characters: each becomes U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll(controls, "\u{fffd}");
}

/** Prints one JSON document, with control characters as escapes: the same value, and harmless on a terminal. */
export function printJson(io: Environment, document: unknown): void {
  const escape = (character: string): string => {
    if (character === "\n") return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  };
  io.out(`${JSON.stringify(document, null, 2).replaceAll(controls, escape)}\n`);
}

/** Prints rows as a table. */
export function printTable<Row>(io: Environment, rows: readonly Row[], columns: readonly Column<Row>[]): void {
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

/** Prints an object's fields, one a line, nested ones by path, such as `account.name` and `projects[0].slug`. */
export function printFields(io: Environment, value: object): void {
  const lines = fieldsOf(value, "");
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  // The lines of a text are kept, indented so that none can pass for a field.
  const indent = `\n${" ".repeat(width + 2)}`;
  for (const [name, text] of lines) {
    io.out(`${name.padEnd(width)}  ${text.split("\n").map(printable).join(indent)}\n`);
  }
}

function fieldsOf(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => linesOf(prefix + printable(name), field));
}

/** One line for what is plain; a line a field for what is nested, lists by their index. */
function linesOf(path: string, field: unknown): [string, string][] {
  if (Array.isArray(field)) {
    if (field.length === 0) return [[path, "(none)"]];
    if (field.every((item) => typeof item !== "object" || item === null)) return [[path, field.map(textOf).join(", ")]];
    return field.flatMap((item: unknown, index) => linesOf(`${path}[${index}]`, item));
  }
  if (typeof field !== "object" || field === null) return [[path, textOf(field)]];
  const inner = fieldsOf(field, `${path}.`);
  return inner.length === 0 ? [[path, "(none)"]] : inner;
}

function textOf(value: unknown): string {
  if (value === null) return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Bold, for terminals. */
export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}
