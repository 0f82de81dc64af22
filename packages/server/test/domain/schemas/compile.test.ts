/**
 * The server's compiled checks: patterns, bytes, pointers, and the same verdicts and messages as the contract's
 * validator.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CreateTenant, CreateWebhookEndpoint, maxBytes, sensitive } from "@svc/contract";
import { validateAgainst } from "@svc/contract/validation";
import { doppler } from "@svc/provider-doppler";
import fc from "fast-check";
import { Type } from "typebox";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import { responseSchemas, bodySchemas, parameterSchemas } from "./every-schema.ts";

test("checks each schema against its own pattern after others were compiled", () => {
  const upper = compileSchema({ type: "string", pattern: "^[A-Z]+$" });
  const lower = compileSchema({ type: "string", pattern: "^[a-z]+$" });
  assert.deepEqual(upper("ABC"), []);
  assert.deepEqual(lower("abc"), []);
  assert.equal(upper("abc").length, 1);
  assert.equal(lower("ABC").length, 1);
});

test("a pattern means what it means in JSON Schema, for every character", () => {
  // Each has a second part, so that RE2 checks it.
  const patterns = [
    "^(?:\\S)$",
    "^(?:\\s)$",
    "^(?:[^\\s\\x00])$",
    "^(?:[\\s\\S])$",
    "^(?:[^\\S])$",
    "^(?:[^\\u00a0-\\u2003\\]])$",
  ];
  for (const pattern of patterns) {
    const check = compileSchema({ type: "string", pattern });
    const compiled = new RegExp(pattern, "u");
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = String.fromCharCode(code);
      if (text.isWellFormed())
        assert.equal(check(text).length === 0, compiled.test(text), `${pattern} ${code.toString(16)}`);
    }
  }
});

test("checks displayed text like the contract, and control characters by the pattern alone", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }).filter((text) => text.isWellFormed() && !text.includes("\0")),
    fc.string({
      unit: fc.constantFrom(" ", "a", "\n", "\u200d", "\u202e", "\u{e0041}", "\u{e0100}", "\u3164"),
      maxLength: 4,
    }),
  );
  for (const schema of [CreateTenant.properties.displayName, CreateWebhookEndpoint.properties.description]) {
    const check = compileSchema(schema);
    assert.deepEqual(
      check("a\nb").map(({ keyword }) => keyword),
      ["pattern"],
    );
    assert.deepEqual(
      check("a\u202eb").map(({ keyword }) => keyword),
      ["x-visible"],
    );
    fc.assert(
      fc.property(texts, (text) => {
        const local = validateAgainst(schema, text);
        assert.deepEqual(check(text), local.ok ? [] : local.errors);
      }),
      { numRuns: 1000 },
    );
  }
});

test("counts bytes, not characters", () => {
  const check = compileSchema(Type.Object({ value: sensitive(maxBytes(4, {})) }), "/input");
  assert.deepEqual(check({ value: "abcd" }), []);
  assert.deepEqual(check({ value: "éé" }), []);
  assert.deepEqual(check({ value: "😀" }), []);
  assert.equal(check({ value: "😀a" })[0]?.pointer, "/input/value");
  assert.equal(check({ value: "ééa" })[0]?.keyword, "x-maxBytes");
});

test("names missing and unknown fields by their own pointers, and quotes no value", () => {
  const check = compileSchema(Type.Object({ "a/b": Type.String() }, { additionalProperties: false }), "/input");
  assert.deepEqual(
    check({ other: "secret-canary" }).map(({ pointer }) => pointer),
    ["/input/a~1b", "/input/other"],
  );
  assert.ok(!JSON.stringify(check({ "a/b": 1, other: "secret-canary" })).includes("canary"));
});

test("rejects a value that fails outside any single branch", () => {
  assert.equal(compileSchema({ not: { type: "string" } })("x").length, 1);
  assert.equal(compileSchema({ oneOf: [{ type: "string" }, { type: "string", minLength: 1 }] })("x").length, 1);
});

test("server and contract agree on every action's input, error for error", () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom("A_1", "harbor-api", "masked", "dev", "😀", "a".repeat(201)));
  const values = fc.oneof(texts, fc.integer(), fc.constant(null), fc.boolean(), fc.array(texts, { maxLength: 2 }));
  for (const action of doppler.actions) {
    const schema = JSON.parse(JSON.stringify(action.input)) as { properties: Record<string, unknown> };
    const check = compileSchema(schema);
    const fields = fc.constantFrom(...Object.keys(schema.properties), "unknown");
    fc.assert(
      fc.property(fc.dictionary(fields, values), (input) => {
        const local = validateAgainst(schema, input);
        assert.deepEqual(check(input), local.ok ? [] : local.errors);
      }),
      { numRuns: 300 },
    );
  }
});

test("every schema of the service compiles in strict mode", () => {
  for (const { schema } of [...bodySchemas(), ...parameterSchemas(), ...responseSchemas()]) compileSchema(schema)(null);
});

test("does not compile a schema with an unknown keyword", () => {
  assert.throws(() => compileSchema({ type: "string", maxLenght: 4 })("a"), /strict mode/);
});

const list = Type.Array(Type.Object({ a: Type.String({ pattern: "^[a-z]+$", maxLength: 4 }) }), {
  maxItems: 3,
  uniqueItems: true,
});

test("reports every fault in a small value", () => {
  const errors = compileSchema(list, "/input")([{ a: "A" }, { a: "abcde" }, {}, {}, 1]);
  assert.deepEqual(
    errors.map(({ pointer, keyword }) => [pointer, keyword]),
    [
      ["/input", "maxItems"],
      ["/input", "uniqueItems"],
      ["/input/0/a", "pattern"],
      ["/input/1/a", "maxLength"],
      ["/input/2/a", "required"],
      ["/input/3/a", "required"],
      ["/input/4", "type"],
    ],
  );
});

test("reports only the first fault in a large value and reads no further", () => {
  const tooMany = Array.from({ length: 4000 }, () => ({ a: "A" }));
  assert.deepEqual(compileSchema(list)(tooMany), [
    { pointer: "", keyword: "maxItems", message: "Must have at most 3 items." },
  ]);
  const long = "A".repeat(20_000);
  assert.deepEqual(compileSchema(list)([{ a: long }, {}]), [
    { pointer: "/0/a", keyword: "maxLength", message: "Must have at most 4 characters." },
  ]);
  const names = Object.fromEntries(Array.from({ length: 90 }, (_none, index) => [`${"n".repeat(200)}${index}`, 0]));
  assert.equal(compileSchema(Type.Object({}, { additionalProperties: false }))(names).length, 1);
});

test("accepts a large valid value", () => {
  const texts = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 5000 });
  assert.deepEqual(compileSchema(texts)(Array.from({ length: 5000 }, () => "a".repeat(40))), []);
});
