/** The server's compiled checks: patterns, bytes, pointers, and the same verdict and words as the contract's validator. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxBytes, operationList, sensitive } from "@svc/contract";
import { validateAgainst } from "@svc/contract/validation";
import { doppler } from "@svc/provider-doppler";
import fc from "fast-check";
import { Type } from "typebox";
import { compileSchema } from "../../src/schema/compile.ts";

test("each schema is judged by its own pattern, however many were compiled before", () => {
  const upper = compileSchema({ type: "string", pattern: "^[A-Z]+$" });
  const lower = compileSchema({ type: "string", pattern: "^[a-z]+$" });
  assert.deepEqual(upper("ABC"), []);
  assert.deepEqual(lower("abc"), []);
  assert.equal(upper("abc").length, 1);
  assert.equal(lower("ABC").length, 1);
});

test("bytes are counted, not characters", () => {
  const check = compileSchema(Type.Object({ value: sensitive(maxBytes(4, {})) }), "/input");
  assert.deepEqual(check({ value: "abcd" }), []);
  assert.deepEqual(check({ value: "éé" }), []);
  assert.deepEqual(check({ value: "😀" }), []);
  assert.equal(check({ value: "😀a" })[0]?.pointer, "/input/value");
  assert.equal(check({ value: "ééa" })[0]?.keyword, "x-maxBytes");
});

test("a missing and an unknown field are named by their own pointers, and no value is quoted", () => {
  const check = compileSchema(Type.Object({ "a/b": Type.String() }, { additionalProperties: false }), "/input");
  assert.deepEqual(
    check({ other: "secret-canary" }).map(({ pointer }) => pointer),
    ["/input/a~1b", "/input/other"],
  );
  assert.ok(!JSON.stringify(check({ "a/b": 1, other: "secret-canary" })).includes("canary"));
});

test("what is wrong in no single branch is still refused", () => {
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

test("every schema of the contract compiles in strict mode", () => {
  for (const { body, query, success } of operationList) {
    for (const schema of [body, query, success.schema]) if (schema !== undefined) compileSchema(schema);
  }
});
