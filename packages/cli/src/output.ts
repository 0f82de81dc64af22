/** Prints data: tables or fields for people, one JSON document for programs. */
import type { Environment } from "./environment.ts";

/** Output formats. */
export type Format = "table" | "json";

/** A column of a table: its heading and the text of a row's cell. */
export type Column<Row> = { heading: string; cell(row: Row): string };

/** Characters that could move the cursor, hide text or reverse its direction. External names may contain them. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Replaces each control character with U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll(controls, "\u{fffd}");
}

export function printJson(io: Environment, document: unknown): void {
  io.out(`${harmlessJson(document, 2)}\n`);
}

/** Prints a JSON document on one line, for a stream of them. */
export function printJsonLine(io: Environment, document: unknown): void {
  io.out(`${harmlessJson(document, 0)}\n`);
}

/** JSON with control characters escaped: the same value, but harmless on a terminal. */
function harmlessJson(document: unknown, indent: number): string {
  const escape = (character: string): string => {
    if (character === "\n") return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  };
  return JSON.stringify(document, null, indent).replaceAll(controls, escape);
}

/** Returns the named fields of each item, the names that no item has, and all available names. */
export function pickFields(
  items: readonly unknown[],
  fields: readonly string[],
): { picked: object[]; missing: string[]; known: string[] } {
  const objects = items.map((item) => item as Readonly<Record<string, unknown>>);
  const picked = objects.map((item) =>
    Object.fromEntries(fields.filter((field) => Object.hasOwn(item, field)).map((field) => [field, item[field]])),
  );
  const known = [...new Set(objects.flatMap((item) => Object.keys(item)))];
  return { picked, missing: items.length === 0 ? [] : fields.filter((field) => !known.includes(field)), known };
}

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

/**
 * Prints an object's fields, one per line, nested ones with their path, such as `account.name` and `projects[0].slug`.
 */
export function printFields(io: Environment, value: object): void {
  const lines = flattenFields(value, "");
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  // Line breaks in a text are kept. Its lines are indented so that none looks like a field.
  const indent = `\n${" ".repeat(width + 2)}`;
  for (const [name, text] of lines) {
    io.out(`${name.padEnd(width)}  ${text.split("\n").map(printable).join(indent)}\n`);
  }
}

function flattenFields(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => flatten(prefix + printable(name), field));
}

/** One line for a plain value. Nested values get one line per field, lists with their index. */
function flatten(path: string, field: unknown): [string, string][] {
  if (Array.isArray(field)) {
    if (field.length === 0) return [[path, "(none)"]];
    if (field.every((item) => typeof item !== "object" || item === null))
      return [[path, field.map(formatValue).join(", ")]];
    return field.flatMap((item: unknown, index) => flatten(`${path}[${index}]`, item));
  }
  if (typeof field !== "object" || field === null) return [[path, formatValue(field)]];
  const inner = flattenFields(field, `${path}.`);
  return inner.length === 0 ? [[path, "(none)"]] : inner;
}

function formatValue(value: unknown): string {
  if (value === null) return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Bold text for terminals. */
export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}
