/** The rules for schemas: each against a bad sample and a good one, then against every schema of the service. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  responseSchemas,
  bodySchemas,
  parameterSchemas,
} from "../../packages/server/test/domain/schemas/every-schema.ts";
import type { NamedSchema } from "../../packages/server/test/domain/schemas/every-schema.ts";
import { schemaFindings } from "../../packages/contract/src/schema-rules.ts";

const choice = { type: "string", enum: ["a", "b"] };
const choices = { type: "array", items: choice, maxItems: 2, uniqueItems: true };

/** A schema, and the rules that it violates at each place. */
const broken: readonly (readonly [object, readonly string[]])[] = [
  [{ enum: ["a"] }, ["enum without type at "]],
  [
    { ...choices, items: { enum: ["a"] } },
    ["uniqueItems without a scalar type of its items at ", "enum without type at /items"],
  ],
  [{ ...choices, items: {} }, ["uniqueItems without a scalar type of its items at "]],
  [{ ...choices, items: { type: "object" } }, ["uniqueItems without a scalar type of its items at "]],
  [{ ...choices, items: { type: ["string", "null"] } }, ["uniqueItems without a scalar type of its items at "]],
  [
    { type: "array", items: choice, uniqueItems: true },
    ["array without maxItems at ", "uniqueItems without maxItems at "],
  ],
  [{ type: "array", items: choice }, ["array without maxItems at "]],
  [{ type: "string", pattern: "^a*$" }, ["pattern without maxLength at "]],
  [{ type: "object", properties: { enum: choice, one: { enum: ["a"] } } }, ["enum without type at /properties/one"]],
  [{ anyOf: [{ type: "null" }, { enum: ["a"] }] }, ["enum without type at /anyOf/1"]],
  [{ type: "object", additionalProperties: { enum: ["a"] } }, ["enum without type at /additionalProperties"]],
];

const shown = (schema: object, from: "caller" | "service"): string[] =>
  schemaFindings(schema, from).map(({ rule, pointer }) => `${rule} at ${pointer}`);

test("each rule finds its bad sample", () => {
  for (const [schema, expected] of broken) assert.deepEqual(shown(schema, "caller"), expected);
});

test("good samples violate no rule", () => {
  const text = { type: "string", pattern: "^a*$", maxLength: 9 };
  for (const schema of [choice, choices, text, { type: "object", properties: { enum: choice, pattern: text } }, {}]) {
    assert.deepEqual(shown(schema, "caller"), []);
  }
});

test("schemas of sent data allow any length, but still need typed choices and lists", () => {
  assert.deepEqual(shown({ type: "array", items: { type: "string", pattern: "^a*$" } }, "service"), []);
  assert.deepEqual(shown({ enum: ["a"] }, "service"), ["enum without type at "]);
  assert.equal(shown({ type: "array", items: choice, uniqueItems: true }, "service").length, 1);
});

function assertSound(schemas: readonly NamedSchema[], from: "caller" | "service"): void {
  assert.ok(schemas.length > 10, "the schemas are not found");
  const report = schemas.flatMap(({ name, schema }) =>
    schemaFindings(schema, from).map(({ pointer, rule, remedy }) => `${name}, ${pointer}: ${rule}\n    ${remedy}`),
  );
  assert.equal(report.length, 0, `\n${report.join("\n")}\n`);
}

test("schemas of data from callers are sound", () => assertSound([...bodySchemas(), ...parameterSchemas()], "caller"));
test("schemas of data from the service are sound", () => assertSound(responseSchemas(), "service"));
