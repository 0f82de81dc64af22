/** Prints one JSON document for programs, or some fields of it. */
import { printable, steeringCharacters } from "@svc/contract/terminal/surface";
import type { Environment } from "./environment.ts";

export { printable };

/** Output formats. */
export type Format = "table" | "json";

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
  return JSON.stringify(document, null, indent).replaceAll(steeringCharacters, escape);
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
