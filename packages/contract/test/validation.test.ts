/** Validation without eval: its pointers, and messages that never quote the value. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { Type } from "typebox";
import { CreateConnectSession, CreateTenant, maxBytes, type InputError } from "../src/index.ts";
import { validateAgainst } from "../src/validation.ts";

const closed = { additionalProperties: false };

function findErrors(schema: object, value: unknown): readonly InputError[] {
  const result = validateAgainst(schema, value);
  return result.ok ? [] : result.errors;
}

function places(schema: object, value: unknown): string[] {
  return findErrors(schema, value).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

const sample = Type.Object(
  {
    name: Type.String({ pattern: "^[A-Z]+$" }),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: Type.Optional(Type.Unsafe<string>({ type: "string", enum: ["a", "b"] })),
    inner: Type.Optional(Type.Object({ list: Type.Array(Type.Object({ id: Type.String() }, closed)) }, closed)),
    text: Type.Optional(maxBytes(4)),
    either: Type.Optional(Type.Union([Type.Object({ a: maxBytes(2) }), Type.Null()])),
  },
  closed,
);

test("accepts a valid value", () => {
  assert.deepEqual(validateAgainst(sample, { name: "A", size: 3, inner: { list: [{ id: "x" }] }, text: "😀" }), {
    ok: true,
  });
  assert.deepEqual(validateAgainst(sample, { name: "A", size: undefined, either: null }), { ok: true });
});

test("reports missing, unknown and invalid fields with their own pointers, sorted", () => {
  assert.deepEqual(places(sample, { size: 10, "new/field~": 1, inner: { list: [{}, { id: 3, x: 1 }] } }), [
    "/inner/list/0/id required",
    "/inner/list/1/id type",
    "/inner/list/1/x additionalProperties",
    "/name required",
    "/new~1field~0 additionalProperties",
    "/size maximum",
  ]);
  assert.deepEqual(places(sample, []), [" type"]);
  assert.deepEqual(places(sample, { name: "A", "%41#é😀 ": 1 }), ["/%41#é😀  additionalProperties"]);
});

test("reports each missing field of an object once", () => {
  assert.deepEqual(places(CreateTenant, {}), ["/displayName required", "/externalId required"]);
});

test("checks bytes wherever the keyword is, and for alternatives only if none matches", () => {
  assert.deepEqual(places(sample, { name: "A", text: "😀x" }), ["/text x-maxBytes"]);
  assert.deepEqual(places(sample, { name: "A", either: { a: "é" } }), []);
  assert.deepEqual(places(sample, { name: "A", either: { a: "éé" } }), ["/either/a x-maxBytes"]);
  const forked = Type.Union([Type.Object({ a: maxBytes(2) }), Type.Object({ a: maxBytes(8) })]);
  assert.deepEqual(places(forked, { a: "12345" }), []);
  assert.deepEqual(places(forked, { a: "123456789" }), ["/a x-maxBytes", "/a x-maxBytes"]);
  const listed = { type: "array", items: { $ref: "#/$defs/t" }, $defs: { t: { type: "string", "x-maxBytes": 1 } } };
  assert.deepEqual(places(listed, ["a", "é"]), ["/1 x-maxBytes"]);
  assert.deepEqual(places({ allOf: [{ additionalProperties: { "x-maxBytes": 1 } }] }, { k: "ab" }), ["/k x-maxBytes"]);
});

test("follows references inside alternatives, with the keywords next to them", () => {
  const $defs = { code: { type: "string", "x-maxBytes": 2 }, size: { type: "integer" } };
  const nested = { anyOf: [{ properties: { code: { $ref: "#/$defs/code" } } }, { type: "null" }], $defs };
  assert.deepEqual(places(nested, { code: "ab" }), []);
  assert.deepEqual(places(nested, { code: "abc" }), ["/code x-maxBytes"]);
  assert.deepEqual(places(nested, null), []);
  const direct = { oneOf: [{ $ref: "#/$defs/size" }, { $ref: "#/$defs/code" }], $defs };
  assert.deepEqual(places(direct, "ab"), []);
  assert.deepEqual(places(direct, 1), []);
  assert.deepEqual(places(direct, "abc"), [" x-maxBytes"], "a branch of another type doesn't fit");
  const deep = { properties: { list: { type: "array", items: { anyOf: [{ $ref: "#/$defs/code" }] } } }, $defs };
  assert.deepEqual(places(deep, { list: ["ab", "abc"] }), ["/list/1 x-maxBytes"]);
  const beside = { properties: { code: { $ref: "#/$defs/code", "x-maxBytes": 1 } }, $defs };
  assert.deepEqual(places(beside, { code: "ab" }), ["/code x-maxBytes"]);
});

test("says what is expected and never quotes the value", () => {
  const found = findErrors(sample, {
    name: "canary-1",
    size: 4242,
    kind: "canary-2",
    text: "canary-3",
    extra: "canary-4",
  });
  assert.deepEqual(
    found.map(({ message }) => message),
    [
      "This field is unknown.",
      "Must be one of a, b.",
      "Must match ^[A-Z]+$.",
      "Must be 9 or less.",
      "Must have at most 4 bytes of UTF-8.",
    ],
  );
  assert.ok(!/canary|4242/.test(JSON.stringify(found)));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const wrapped = { name: "x", inner: value, kind: { deep: value } };
      for (const { message } of findErrors(sample, wrapped))
        assert.match(message, /^(Must|This field|Doesn't|No value|A number that|Contains a NUL|A field with this)/);
    }),
  );
});

test("takes a keyword's message from the schema behind a reference or an alternative", () => {
  const referred = { properties: { a: { $ref: "#/$defs/short" } }, $defs: { short: { type: "string", maxLength: 2 } } };
  assert.deepEqual(findErrors(referred, { a: "abc" }), [
    { pointer: "/a", keyword: "maxLength", message: "Must have at most 2 characters." },
  ]);
  const alternatives = { anyOf: [{ type: "null" }, { type: "string", minLength: 1 }] };
  assert.deepEqual(
    findErrors(alternatives, "").map(({ message }) => message),
    ["Must not be empty.", "Must be of type null."],
  );
});

test("reports a failure without a leaf", () => {
  assert.deepEqual(places({ oneOf: [{}, {}] }, 1), [" oneOf"]);
  assert.deepEqual(places({ not: {} }, 1), [" not"]);
  assert.deepEqual(places({ properties: { a: false } }, { a: 1 }), ["/a false schema"]);
});

test("rejects values that JSON can't represent or no server accepts, with their position", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  for (const value of [undefined, 1n, circular, () => 1]) assert.deepEqual(places({}, value), [" json"]);
  assert.deepEqual(places({}, { a: ["\ud800"] }), ["/a/0 json"]);
  assert.deepEqual(places({}, { a: "\0" }), ["/a json"]);
});

test("does not check format, and treats a field named format as a field", () => {
  assert.deepEqual(validateAgainst(Type.String({ format: "date-time" }), "no date"), { ok: true });
  assert.deepEqual(places({ properties: { format: { type: "string" } } }, { format: 1 }), ["/format type"]);
});

test("leaves the schema itself unchanged", () => {
  const before = JSON.stringify(CreateConnectSession);
  validateAgainst(CreateConnectSession, {});
  assert.equal(JSON.stringify(CreateConnectSession), before);
  assert.deepEqual(Object.keys(CreateConnectSession).sort(), Object.keys(JSON.parse(before) as object).sort());
});
