/**
 * Text and JSON that both engines can store. Recording an outcome must never fail because of what a provider sent
 * (contract §4.8), so characters that an engine can't store are replaced when they are written.
 */
import { storableText, storableValue } from "../../domain/database/port.ts";

/** A statement's parameters with all text made storable, in lists too. Both drivers pass theirs through this. */
export function storableParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (typeof value === "string") return storableText(value);
    return Array.isArray(value) ? storableParameters(value) : value;
  });
}

/** A value as JSON whose strings and keys are storable. `undefined` becomes `null`. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  // JSON.stringify escapes exactly these characters, so JSON without such escapes needs no change.
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json;
  return JSON.stringify(storableValue(JSON.parse(json)));
}

/** Parses a column's JSON. The caller names the type, because only this store writes it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parsedJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Parses a column that may be null. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parsedJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : parsedJson<T>(text);
}

/** A boolean as its column. */
export function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
