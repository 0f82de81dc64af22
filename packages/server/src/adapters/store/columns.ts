/** Turns the domain's rows into columns: names in snake case, booleans as 0 or 1, lists and objects as JSON. */
import { flag, storableJson } from "./text.ts";

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type Column<Value> = Value extends boolean ? number : Value extends string | number | null | undefined ? Value : string;

/** The columns of a row. */
export type Columns<Row> = { [Field in keyof Row as SnakeCase<Field>]: Column<Row[Field]> };

/** @param row every field becomes a column. Undefined fields stay undefined, and Kysely leaves them out. */
export function columnsOf<Row extends object>(row: Row): Columns<Row> {
  const columns: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) columns[snakeCase(field)] = columnOf(value);
  return columns as Columns<Row>;
}

/** Column names by field. It can't outgrow the fields of the domain's rows. */
const known = new Map<string, string>();

function snakeCase(field: string): string {
  const name = known.get(field);
  if (name !== undefined) return name;
  const made = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  known.set(field, made);
  return made;
}

function columnOf(value: unknown): unknown {
  if (typeof value === "boolean") return flag(value);
  return typeof value === "object" && value !== null ? storableJson(value) : value;
}
