/** Compiles the contract's schemas with Ajv: 2020-12, strict, linear-time patterns, and messages that quote no value. */
import { keywordDefinitions, messageFor, pointerToken, sortedErrors, type InputError } from "@svc/contract";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { RE2JS } from "re2js";

/** Checks a value against one schema; an empty list where it conforms. */
export type SchemaCheck = (value: unknown) => InputError[];

/**
 * Patterns of single characters and classes between both anchors, of which only the last is repeated: there is one way at
 * most to match any text, so V8 takes linear time as well, and a tenth of RE2's.
 */
const plainPattern = /^\^(?:[A-Za-z0-9_]|\[[^[\]]+\])*\[[^[\]]+\](?:[+*]|\{\d+(?:,\d+)?\})?\$$/;

/** RE2 in the place of V8's regular expressions: no pattern can be made to backtrack. */
const linearTimeRegExp = Object.assign(
  (pattern: string) => {
    // Ajv keeps one compiled pattern for each text that toString gives, so it must be the pattern's own.
    return { test: plainPattern.test(pattern) ? plainTest(pattern) : re2Test(pattern), toString: () => pattern };
  },
  { code: "linearTimeRegExp" },
);

function plainTest(pattern: string): (text: string) => boolean {
  const compiled = new RegExp(pattern, "u");
  return (text) => compiled.test(text);
}

function re2Test(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matcher(text).find();
}

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  // Errors then carry the schema, which the messages are made from, never the value.
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
});

/** Keywords that only say that a branch inside them failed; the leaf says what is wrong. */
const wrapping: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "if", "not"]);

/**
 * Compiles a schema of ours at its first use, for a start would compile a hundred; never one that came from outside, for Ajv
 * trusts what it compiles.
 * @param at RFC 6901 pointer of the value within the request, put in front of each error's pointer.
 */
export function compileSchema(schema: object, at = ""): SchemaCheck {
  let compiled: ValidateFunction | null = null;
  return (value) => {
    const validate = (compiled ??= ajv.compile(schema));
    if (validate(value)) return [];
    const faults = validate.errors ?? [];
    const leaves = faults.filter((error) => !wrapping.has(error.keyword));
    // A wrapper without a failed leaf (not, oneOf with two matches) has nothing else to point at.
    return sortedErrors((leaves.length > 0 ? leaves : faults).map((error) => inputError(error, at)));
  };
}

function inputError(error: ErrorObject, at: string): InputError {
  const params = error.params as Readonly<Record<string, unknown>>;
  const field = params["missingProperty"] ?? params["additionalProperty"] ?? params["propertyName"];
  const pointer = at + error.instancePath + (typeof field === "string" ? `/${pointerToken(field.slice(0, 100))}` : "");
  return { pointer, keyword: error.keyword, message: messageFor(error.keyword, error.schema) };
}
