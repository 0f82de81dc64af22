/** Checks a value against a schema of an action: the keywords of JSON Schema, and the contract's limit in bytes. */
import { fitsBytes, maxBytesKeyword } from "@svc/contract";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";

/** @returns a line for each fault, with where it is and which keyword it breaks; none for a valid value. */
export function violations(schema: TSchema, value: unknown): string[] {
  const faults = Errors(schema, value).map((error) => `${error.instancePath} ${error.keyword}`);
  return [...faults, ...byteFaults(schema, value, "")];
}

function byteFaults(schema: unknown, value: unknown, path: string): string[] {
  if (!isRecord(schema)) return [];
  const bytesMax = schema[maxBytesKeyword];
  if (typeof value === "string") {
    return typeof bytesMax === "number" && !fitsBytes(value, bytesMax) ? [`${path} ${maxBytesKeyword}`] : [];
  }
  if (Array.isArray(value))
    return value.flatMap((item, at) => byteFaults(schema["items"], item, `${path}/${String(at)}`));
  const { properties } = schema as { properties?: unknown };
  if (!isRecord(value) || !isRecord(properties)) return [];
  return Object.entries(value).flatMap(([name, field]) => byteFaults(properties[name], field, `${path}/${name}`));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
