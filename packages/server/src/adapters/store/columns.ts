/** Turns the domain's rows into columns: names in snake case, booleans as 0 or 1, lists and objects as JSON. */
import type { Flag } from "./tables.ts";
import { flag, storableJson } from "./text.ts";

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type Column<Value> = Value extends boolean ? Flag : Value extends string | number | null | undefined ? Value : string;

/** The columns of a row. */
export type Columns<Row> = { [Field in keyof Row as SnakeCase<Field>]: Column<Row[Field]> };

/** @param row every field becomes a column; one that is undefined stays so, and Kysely leaves it out. */
export function columnsOf<Row extends object>(row: Row): Columns<Row> {
  const columns = Object.entries(row).map(([field, value]) => [snakeCase(field), columnOf(value)]);
  return Object.fromEntries(columns) as Columns<Row>;
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function columnOf(value: unknown): unknown {
  if (typeof value === "boolean") return flag(value);
  return typeof value === "object" && value !== null ? storableJson(value) : value;
}
