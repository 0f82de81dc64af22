/**
 * Compiles the contract's schemas with Ajv: 2020-12, strict, linear-time patterns, and messages that quote no value.
 * Patterns have ECMAScript's syntax and are converted to RE2, whose `\s` differs and which has no escapes such as
 * `\u00a0`.
 */
import {
  keywordDefinitions,
  messageFor,
  pointerToken,
  sortedErrors,
  type InputError,
  dropUnrecorded,
} from "@svc/contract";
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";

/** Checks a value against one schema; an empty list if it conforms. */
export type SchemaCheck = (value: unknown) => InputError[];

/**
 * Patterns of single characters and classes between both anchors, with only the last one repeated. They can match a
 * text in only one way, so V8 also takes linear time, a tenth of RE2's.
 */
const plainPattern = /^\^(?:[A-Za-z0-9_]|\[[^[\]]+\])*\[[^[\]]+\](?:[+*]|\{\d+(?:,\d+)?\})?\$$/;

/** RE2 instead of V8's regular expressions, so that no pattern can be made to backtrack. */
const linearTimeRegExp = Object.assign(
  (pattern: string) => {
    // Ajv caches one compiled pattern per toString result, so each pattern needs its own.
    return { test: plainPattern.test(pattern) ? plainTest(pattern) : re2Test(pattern), toString: () => pattern };
  },
  { code: "linearTimeRegExp" },
);

function plainTest(pattern: string): (text: string) => boolean {
  const compiled = new RegExp(pattern, "u");
  return (text) => compiled.test(text);
}

function re2Test(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(re2Pattern(pattern));
  return (text) => compiled.matcher(text).find();
}

const options: Options = {
  strict: true,
  strictRequired: false,
  // Errors then include the schema. Messages are created from it and never from the value.
  verbose: true,
  validateFormats: false,
  $data: false,
  code: { regExp: linearTimeRegExp },
  keywords: keywordDefinitions.map(({ keyword, type, schemaType, validate }) => ({
    keyword,
    ...(type === undefined ? {} : { type }),
    ...(validate === undefined ? {} : { validate, errors: false }),
    schemaType: [...schemaType],
  })),
};

/** Stops at the first fault, so an invalid value costs no more than a valid one. */
const first = new Ajv2020({ ...options, allErrors: false });

/**
 * Finds every fault, including those in each item of an array that is too long. The other instance has already
 * validated its schemas.
 */
const every = new Ajv2020({ ...options, allErrors: true, validateSchema: false });

/** The largest value in which all faults are reported. For a larger one, only the first fault is. */
const smallValue = { valuesMax: 1000, charactersMax: 16_384 } as const;

/** Keywords that only report that a branch inside them failed. The leaf's error says what is wrong. */
const wrapping: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "if", "not"]);

/**
 * Compiles one of our schemas on first use, because compiling a hundred would slow down the start. Never pass a schema
 * from outside: Ajv trusts what it compiles. For a small value all faults are returned, for a larger one the first.
 * @param at RFC 6901 pointer of the value within the request, prepended to each error's pointer.
 */
export function compileSchema(schema: object, at = ""): SchemaCheck {
  let conforms: ValidateFunction | null = null;
  let findEvery: ValidateFunction | null = null;
  return (value) => {
    conforms ??= first.compile(schema);
    if (conforms(value)) return [];
    let faults = conforms.errors ?? [];
    if (isSmall(value)) {
      findEvery ??= every.compile(schema);
      findEvery(value);
      faults = findEvery.errors ?? faults;
    }
    const leaves = faults.filter((error) => !wrapping.has(error.keyword));
    // A wrapper without a failed leaf (not, oneOf with two matches) has nothing else to point at.
    return sortedErrors((leaves.length > 0 ? leaves : faults).map((error) => inputError(error, at)));
  };
}

/** Whether a value is within {@link smallValue}. Stops reading the value once it isn't. */
function isSmall(value: unknown): boolean {
  let valuesLeft: number = smallValue.valuesMax;
  let charactersLeft: number = smallValue.charactersMax;
  const waiting = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part === "string") charactersLeft -= part.length;
    else if (typeof part === "object" && part !== null) {
      const parts: unknown[] = Array.isArray(part) ? part : Object.values(part);
      if (!Array.isArray(part)) for (const name of Object.keys(part)) charactersLeft -= name.length;
      valuesLeft -= parts.length;
      if (valuesLeft >= 0) waiting.push(...parts);
    }
    if (valuesLeft < 0 || charactersLeft < 0) return false;
  }
  return true;
}

function inputError(error: ErrorObject, at: string): InputError {
  const params = error.params as Readonly<Record<string, unknown>>;
  const field = params["missingProperty"] ?? params["additionalProperty"] ?? params["propertyName"];
  const pointer = at + error.instancePath + (typeof field === "string" ? `/${pointerToken(field.slice(0, 100))}` : "");
  return { pointer, keyword: error.keyword, message: messageFor(error.keyword, error.schema) };
}

/** ECMAScript's white space and line terminators (ECMA-262), for use inside a class. RE2's `\s` is ASCII only. */
const white = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const notWhite =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

const token = /\\u[0-9A-Fa-f]{4}|\\[^]|[[\]]/g;

/** Returns a pattern with the same meaning in RE2's syntax. */
export function re2Pattern(pattern: string): string {
  let isInClass = false;
  return pattern.replace(token, (text) => {
    if (text === "[") isInClass = true;
    else if (text === "]") isInClass = false;
    else if (text === "\\s") return isInClass ? white : `[${white}]`;
    else if (text === "\\S") return isInClass ? notWhite : `[${notWhite}]`;
    else if (text.startsWith("\\u")) return `\\x{${text.slice(2)}}`;
    return text;
  });
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns the texts in the fields of a value that its schema keeps out of records. */
export function unrecordedTexts(schema: object, value: unknown): string[] {
  const open = new Set(textsIn(dropUnrecorded(schema, value)));
  return textsIn(value).filter((text) => !open.has(text));
}
