/** The texts in a JSON value. */
import { dropSensitive } from "@svc/contract";

/** Returns every text in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns the texts in the fields of a value that its schema marks as sensitive. */
export function sensitiveTexts(schema: object, value: unknown): string[] {
  const open = new Set(textsIn(dropSensitive(schema, value)));
  return textsIn(value).filter((text) => !open.has(text));
}
