/** What svc can express of a stranger's schemas, and what it leaves out or refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { schemaFindings } from "@svc/contract";
import { declarationFaults, defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { mapSchema } from "../src/index.ts";

type Node = Record<string, unknown>;

/** Maps the schema of one field. @param isRequired whether a caller has to send it. */
function mapField(field: Node, isRequired = true, definitions: Node = {}) {
  const schema = { type: "object", properties: { a: field }, ...(isRequired ? { required: ["a"] } : {}) };
  return mapSchema({ ...schema, $defs: definitions }, "input");
}

function fieldOf(field: Node, definitions: Node = {}): Node {
  const mapped = mapField(field, true, definitions);
  assert.equal(mapped.kind, "mapped", JSON.stringify(mapped));
  const { a } = (mapped.kind === "mapped" ? mapped.schema["properties"] : {}) as { a: Node };
  const { description: _description, ...rest } = a;
  return rest;
}

const expressed: readonly (readonly [name: string, field: Node, mapped: Node])[] = [
  ["a text without its pattern and format", { type: "string", pattern: "(a+)+$", format: "uri" }, { type: "string" }],
  ["bounds", { type: "integer", minimum: 1, maximum: 9 }, { type: "integer", minimum: 1, maximum: 9 }],
  ["a choice", { enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
  ["a constant", { const: 1 }, { type: "number", enum: [1] }],
  ["a text or null", { type: ["string", "null"] }, { anyOf: [{ type: "string" }, { type: "null" }] }],
  [
    "what Python's models write for an optional text",
    { anyOf: [{ type: "string" }, { type: "null" }], default: null },
    { anyOf: [{ type: "string" }, { type: "null" }] },
  ],
  [
    "a list, with a bound",
    { type: "array", items: { type: "string" } },
    { type: "array", items: { type: "string" }, maxItems: 100 },
  ],
  ["a definition", { $ref: "#/$defs/Name" }, { type: "string", minLength: 1 }],
];

for (const [name, field, mapped] of expressed) {
  test(`expresses ${name}`, () => {
    assert.deepEqual(fieldOf(field, { Name: { type: "string", minLength: 1 } }), mapped);
  });
}

const refused: readonly (readonly [name: string, field: Node, reason: RegExp])[] = [
  ["any value", {}, /any value/],
  ["an object with any fields", { type: "object" }, /any fields/],
  ["a list of anything", { type: "array" }, /any value/],
  ["several schemas at once", { allOf: [{ type: "string" }, { type: "string" }] }, /allOf/],
  ["a schema that contains itself", { $ref: "#/$defs/Tree" }, /contains itself/],
  ["a schema elsewhere", { $ref: "https://example.com/schema" }, /elsewhere/],
  ["a schema that doesn't exist", { $ref: "#/$defs/Nothing" }, /doesn't exist/],
  [
    "a field that reaches the prototype",
    { type: "object", properties: { constructor: {} }, required: ["constructor"] },
    /name/,
  ],
  ["an unknown type", { type: "file" }, /no type/],
];

const tree = { type: "object", properties: { inner: { $ref: "#/$defs/Tree" } }, required: ["inner"] };

for (const [name, field, reason] of refused) {
  test(`refuses ${name} with its place, or leaves it out if it's optional`, () => {
    const mapped = mapField(field, true, { Tree: tree });
    assert.equal(mapped.kind, "refused");
    if (mapped.kind === "refused") {
      assert.match(mapped.gap.reason, reason);
      assert.match(mapped.gap.pointer, /^\/properties\/a/);
    }
    const optional = mapField(field, false, { Tree: tree });
    assert.equal(optional.kind === "mapped" && optional.leftOut.length, 1);
    assert.deepEqual(optional.kind === "mapped" && optional.schema["properties"], {});
  });
}

test("refuses what is nested too deeply, has too many parts, or another dialect", () => {
  let deep: Node = { type: "string" };
  for (let depth = 0; depth < 20; depth += 1) deep = { type: "array", items: deep };
  const wide = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${String(at)}`, { type: "string" }]));
  const required = Object.keys(wide);
  assert.match(JSON.stringify(mapField(deep)), /nested too deeply/);
  assert.match(JSON.stringify(mapSchema({ type: "object", properties: wide, required }, "input")), /too many parts/);
  const $schema = "http://json-schema.org/draft-04/schema#";
  assert.match(JSON.stringify(mapSchema({ $schema, type: "object" }, "input")), /dialect/);
});

test("references that multiply are refused before they fill the memory", () => {
  const definitions: Node = { d0: { type: "string" } };
  for (let at = 1; at < 10; at += 1) {
    const fields = Array.from({ length: 10 }, (_, field) => [
      `f${String(field)}`,
      { $ref: `#/$defs/d${String(at - 1)}` },
    ]);
    const properties = Object.fromEntries(fields) as Node;
    definitions[`d${String(at)}`] = { type: "object", properties, required: Object.keys(properties) };
  }
  assert.match(JSON.stringify(mapField({ $ref: "#/$defs/d9" }, true, definitions)), /too many parts|too deeply/);
});

test("everything that it expresses obeys the rules for actions", () => {
  for (const [, field] of expressed) {
    const mapped = mapField(field, true, { Name: { type: "string" } });
    assert.equal(mapped.kind, "mapped");
    if (mapped.kind !== "mapped") continue;
    const action = defineAction({
      id: "tools.a",
      title: "A",
      description: "A.",
      consent: "A.",
      effect: "read",
      idempotency: "safe",
      requiredScopes: [],
      mcp: false,
      sensitiveOutput: false,
      input: Type.Unsafe(mapped.schema) as never,
      output: Type.Unsafe(mapped.schema),
      run: () => Promise.resolve({}),
    });
    assert.deepEqual(declarationFaults(action), []);
    assert.deepEqual(schemaFindings(mapped.schema, "caller"), []);
  }
});
