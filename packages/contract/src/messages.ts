/** Messages for invalid values, built from the keyword and the schema, never from the value. */
import type { InputError } from "./errors.ts";

/** Messages by keyword. Ajv and @cfworker/json-schema use the same keyword names. */
const messages: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => "This field is required.",
  additionalProperties: () => "This field is unknown.",
  unevaluatedProperties: () => "This field is unknown.",
  "false schema": () => "No value is accepted here.",
  type: (type) => `Must be of type ${list(type)}.`,
  enum: (values) => `Must be one of ${list(values)}.`,
  const: (value) => `Must be ${list(value)}.`,
  pattern: (pattern) => `Must match ${text(pattern)}.`,
  format: (format) => `Must be a ${text(format)}.`,
  minLength: (limit) => (limit === 1 ? "Must not be empty." : `Must have at least ${several(limit, "character")}.`),
  maxLength: (limit) => `Must have at most ${several(limit, "character")}.`,
  "x-maxBytes": (limit) => `Must have at most ${text(limit)} bytes of UTF-8.`,
  "x-visible": () => "Must be visible, without characters that are invisible or change the direction of text.",
  minimum: (limit) => `Must be ${text(limit)} or more.`,
  maximum: (limit) => `Must be ${text(limit)} or less.`,
  exclusiveMinimum: (limit) => `Must be more than ${text(limit)}.`,
  exclusiveMaximum: (limit) => `Must be less than ${text(limit)}.`,
  multipleOf: (limit) => `Must be a multiple of ${text(limit)}.`,
  minItems: (limit) => `Must have at least ${several(limit, "item")}.`,
  maxItems: (limit) => `Must have at most ${several(limit, "item")}.`,
  uniqueItems: () => "Must not contain the same item twice.",
  minProperties: (limit) => `Must have at least ${several(limit, "field")}.`,
  maxProperties: (limit) => `Must have at most ${several(limit, "field")}.`,
};

/** A limit with its noun: "1 item", "50 items". */
function several(limit: unknown, noun: string): string {
  return `${text(limit)} ${noun}${limit === 1 ? "" : "s"}`;
}

/**
 * Returns the message for a violated keyword.
 *
 * @param keyword the JSON Schema keyword.
 * @param keywordValue the keyword's value in the schema, such as `50` for `maxLength`; omitted if not available.
 */
export function messageFor(keyword: string, keywordValue?: unknown): string {
  const message = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  if (message === undefined) return "Doesn't match the schema.";
  return message(keywordValue).slice(0, messageLengthMax);
}

const messageLengthMax = 1024;

function text(limit: unknown): string {
  return typeof limit === "string" || typeof limit === "number" ? String(limit) : "what the schema says";
}

function list(values: unknown): string {
  if (values === undefined) return "what the schema says";
  if (typeof values === "string") return values;
  const items = Array.isArray(values) ? values : [values];
  return items.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join(", ");
}

/** Sorts errors by pointer, then keyword, and removes duplicates. */
export function sortedErrors(errors: readonly InputError[]): InputError[] {
  const unique = new Map(errors.map((error) => [JSON.stringify([error.pointer, error.keyword, error.message]), error]));
  return [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, error]) => error);
}
