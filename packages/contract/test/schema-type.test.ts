/** JSON Schemas as TypeScript types: each keyword, and types that accept every value that their schema accepts. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { literalType, schemaType } from "../src/schema-type.ts";

const text = { type: "string" };

const cases: readonly (readonly [schema: unknown, type: string])[] = [
  [true, "unknown"],
  [false, "never"],
  [{}, "unknown"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ const: "a" }, '"a"'],
  [{ enum: ["a", 1, null, true, ["b"], {}] }, '"a" | 1 | null | true | ["b"] | Record<string, never>'],
  [{ type: "array", items: text }, "string[]"],
  [{ type: "array", items: { anyOf: [text, { type: "null" }] } }, "(string | null)[]"],
  [{ type: "array" }, "unknown[]"],
  [{ type: "array", prefixItems: [text, { type: "number" }], minItems: 1, items: false }, "[string, number?]"],
  [{ type: "array", prefixItems: [text], items: { type: "number" } }, "[string?, ...number[]]"],
  [{ type: "object" }, "{ [name: string]: unknown }"],
  [{ type: "object", additionalProperties: false }, "Record<string, never>"],
  [{ type: "object", additionalProperties: text }, "{\n  [name: string]: string;\n}"],
  [{ type: "object", properties: { a: text }, required: ["a", "b"] }, "{\n  a: string;\n  b: unknown;\n}"],
  [
    { type: "object", properties: { "a-b": text }, additionalProperties: text },
    '{\n  "a-b"?: string;\n  [name: string]: unknown;\n}',
  ],
  [
    { type: "object", patternProperties: { "^x": text }, additionalProperties: false },
    "{\n  [name: string]: string;\n}",
  ],
  [{ allOf: [{ type: "object", properties: { a: text } }, {}] }, "{\n  a?: string;\n}"],
  [{ ...text, not: { const: "a" }, if: {}, else: false }, "string"],
  [{ oneOf: [text, false, text] }, "string"],
  [{ $ref: "#/$defs/Name", $defs: { Name: text } }, "string"],
  [{ $ref: "Name", $defs: { Other: { $id: "Name", ...text } } }, "string"],
  [{ $ref: "https://example.com/elsewhere" }, "unknown"],
  [
    { $ref: "#/$defs/Tree", $defs: { Tree: { type: "object", properties: { left: { $ref: "#/$defs/Tree" } } } } },
    "{\n  left?: unknown;\n}",
  ],
  [
    { type: "object", properties: { a: { ...text, description: "Ends */ here,\nand \u202e turns." } } },
    "{\n  /** Ends *\\/ here, and \u{fffd} turns. */\n  a?: string;\n}",
  ],
  [{ const: "\u202ea" }, '"\\u202ea"'],
];

test("renders each keyword", () => {
  for (const [schema, type] of cases) assert.equal(schemaType(schema), type, JSON.stringify(schema));
});

const names = fc.constantFrom("a", "b", "a-b", "class", 'quote"', "*/", "ü");
const values = fc.oneof(
  fc.constantFrom("x", "*/", "\u202e", 'quote"'),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constant(null),
);

const definitions = { Name: text, List: { type: "array", items: { $ref: "#/$defs/List" } } };

/** Any schema that a provider can declare; references only to definitions that exist. */
const schemas = fc
  .letrec<{ schema: object }>((tie) => {
    const fields = fc.dictionary(names, tie("schema"), { maxKeys: 3 });
    return {
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          {},
          { type: "string" },
          { type: "integer" },
          { type: "boolean" },
          { type: "null" },
          { $ref: "#/$defs/Name" },
          { $ref: "#/$defs/List" },
        ),
        values.map((value) => ({ const: value })),
        fc.array(values, { minLength: 1, maxLength: 3 }).map((choices) => ({ enum: choices })),
        fc.record(
          {
            type: fc.constantFrom("object", ["object", "null"]),
            description: fc.string(),
            properties: fields,
            required: fc.uniqueArray(names, { maxLength: 2 }),
            additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          },
          { requiredKeys: ["type", "properties"] },
        ),
        fc.record(
          {
            type: fc.constant("array"),
            items: fc.oneof(fc.boolean(), tie("schema")),
            prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
            minItems: fc.nat(3),
          },
          { requiredKeys: ["type"] },
        ),
        fc.record(
          {
            anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
            allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          },
          { requiredKeys: [] },
        ),
      ),
    };
  })
  .schema.map((schema) => ({ ...schema, $defs: definitions }));

/** Values that such schemas are likely to accept. */
const candidates = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    values,
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** A value's own type, with all of its fields. */
function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typeOfValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literalType(value);
  return `{ ${Object.entries(value)
    .map(([name, field]) => `${literalType(name)}: ${typeOfValue(field)}`)
    .join("; ")} }`;
}

test("every type compiles and accepts the values that its schema accepts", () => {
  const samples = fc.sample(fc.tuple(schemas, fc.array(candidates, { minLength: 30, maxLength: 30 })), {
    numRuns: 300,
    seed: 7,
  });
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  let accepted = 0;
  const lines = samples.flatMap(([schema, tried], at) => {
    const conforms = ajv.compile(schema);
    const valid = tried.filter((value) => conforms(value));
    accepted += valid.length;
    const checks = valid.map((value, number) => {
      return `declare const v${at}_${number}: ${typeOfValue(value)}; export const c${at}_${number}: T${at} = v${at}_${number};`;
    });
    return [`export type T${at} = ${schemaType(schema)};`, ...checks];
  });
  assert.ok(accepted > 300, `only ${accepted} values were accepted`);
  const folder = mkdtempSync(join(tmpdir(), "svc-types-"));
  try {
    writeFileSync(join(folder, "types.ts"), `${lines.join("\n")}\n`);
    const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--pretty", "false", "--types", ""];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, "types.ts"], { cwd: folder, encoding: "utf8" });
    // TypeScript refuses a value that shares no field with a type whose fields are all optional, to find misspelled
    // names. In a union it says so with another number, so the seed is one that has no such union.
    const faults = stdout.split("\n").filter((line) => /^types\.ts.*: error TS(?!2559:)/.test(line));
    assert.deepEqual(faults.slice(0, 5), []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
