/** The marks: what they drop, what they keep, and that a mark in any branch counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type, type TSchema } from "typebox";
import {
  content,
  dropSecrets,
  dropUnrecorded,
  holdsMark,
  keepSummary,
  safeOutput,
  sensitive,
  summary,
  summaryCount,
  unrecordedKeywords,
  withheldFields,
} from "../src/index.ts";

const closed = { additionalProperties: false };
const canary = "canary-3f9a";

test("copies the schema when marking it, and leaves the original and its type alone", () => {
  const plain = Type.Optional(Type.String({ maxLength: 3 }));
  const marked = sensitive(plain);
  assert.deepEqual(JSON.parse(JSON.stringify(marked)), { type: "string", maxLength: 3, "x-sensitive": true });
  assert.equal("x-sensitive" in plain, false);
  const object = Type.Object({ field: marked, other: summary(Type.Integer()) }, closed);
  assert.deepEqual(object.required, ["other"]);
});

test("drops sensitive fields at every depth, and fields that the schema doesn't declare", () => {
  const schema = Type.Object({
    name: Type.String(),
    value: sensitive(Type.String()),
    inner: Type.Object({ list: Type.Array(Type.Object({ a: Type.Integer(), b: sensitive(Type.String()) })) }),
    whole: sensitive(Type.Object({ a: Type.String() })),
    codes: Type.Array(sensitive(Type.String())),
    loose: Type.Object({}),
    tuple: Type.Array(Type.Integer()),
  });
  const value = {
    name: "N",
    value: canary,
    inner: { list: [{ a: 1, b: canary, c: canary }], more: canary },
    whole: { a: canary },
    codes: [canary, canary],
    loose: { any: canary },
    tuple: [1, 2],
    undeclared: canary,
  };
  const kept = dropUnrecorded(schema, value);
  assert.deepEqual(kept, { name: "N", inner: { list: [{ a: 1 }] }, codes: [], loose: {}, tuple: [1, 2] });
  assert.equal(JSON.stringify(value).split(canary).length, 10, "the input itself is untouched");
});

test("drops a field in all branches if it is sensitive in one", () => {
  const open = Type.Object({ kind: Type.Literal("open"), value: Type.String() });
  const secret = Type.Object({ kind: Type.Literal("secret"), value: sensitive(Type.String()) });
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    assert.deepEqual(dropUnrecorded({ [keyword]: [open, secret] }, { kind: "open", value: canary }), { kind: "open" });
  }
  const either = Type.Object({ field: Type.Union([Type.Integer(), sensitive(Type.String())]) });
  assert.deepEqual(dropUnrecorded(either, { field: 3 }), {});
  const conditional = { ...open, else: { properties: { value: { "x-sensitive": true } } } };
  assert.deepEqual(dropUnrecorded(conditional, { kind: "open", value: canary }), { kind: "open" });
  const typed = Type.Object({ map: Type.Unsafe({ type: "object", additionalProperties: { "x-sensitive": true } }) });
  assert.deepEqual(dropUnrecorded(typed, { map: { a: canary } }), { map: {} });
});

test("keeps the entries of a map whose names all match a pattern, except secret ones", () => {
  const name = Type.String({ pattern: "^[a-z]+$", maxLength: 9 });
  const map = (value: TSchema) =>
    Type.Object({ map: Type.Record(name, value, { additionalProperties: false }) }, { additionalProperties: false });
  assert.deepEqual(dropUnrecorded(map(Type.String()), { map: { a: "1" }, b: canary }), { map: { a: "1" } });
  assert.deepEqual(dropUnrecorded(map(sensitive(Type.String())), { map: { a: canary } }), { map: {} });
  const patterns = { "^a": {}, "^ab": { "x-sensitive": true } };
  assert.deepEqual(dropUnrecorded({ patternProperties: patterns, additionalProperties: false }, { ac: canary }), {});
});

test("drops fields declared by a reference or a name pattern", () => {
  const referred = { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { "x-sensitive": true } } };
  assert.deepEqual(dropUnrecorded(referred, { a: canary }), {});
  assert.deepEqual(dropUnrecorded({ patternProperties: { "^a": {} } }, { a: canary }), {});
  const patterned = { properties: { a: {} }, patternProperties: { "^a": { "x-sensitive": true } } };
  assert.deepEqual(dropUnrecorded(patterned, { a: canary }), {});
  assert.deepEqual(dropUnrecorded({ items: {}, prefixItems: [{ "x-sensitive": true }] }, [canary]), []);
  const dependent = { properties: { a: {} }, dependentSchemas: { a: { properties: { a: { "x-sensitive": true } } } } };
  assert.deepEqual(dropUnrecorded(dependent, { a: canary }), {});
  const kept = dropUnrecorded({ properties: {} }, JSON.parse('{"__proto__":{"a":1},"toString":1}'));
  assert.deepEqual(Object.keys(kept as object), []);
});

test("keeps nothing of a value that is sensitive as a whole", () => {
  assert.equal(dropUnrecorded(sensitive(Type.Object({ a: Type.String() })), { a: canary }), undefined);
});

const output = Type.Object({
  name: summary(Type.String()),
  computed: sensitive(Type.String()),
  note: Type.String(),
  both: sensitive(summary(Type.String())),
});
const list = Type.Object({ projects: summaryCount(Type.Array(Type.String())), page: Type.Integer() });

test("summarizes only marked fields, lists as their length, and never a sensitive field", () => {
  assert.deepEqual(keepSummary(output, { name: "N", computed: canary, note: canary, both: canary, x: canary }), {
    name: "N",
  });
  assert.deepEqual(keepSummary(list, { projects: [canary, canary], page: 1 }), { count: 2 });
  assert.equal(keepSummary(Type.Object({ a: Type.String() }), { a: canary }), null);
  assert.equal(keepSummary(output, canary), null);
  assert.equal(keepSummary(sensitive(list), { projects: [canary] }), null);
  const counted = Type.Object({ codes: sensitive(summaryCount(Type.Array(Type.String()))) });
  assert.equal(keepSummary(counted, { codes: [canary] }), null);
  const nested = Type.Object({ a: summary(Type.Object({ b: Type.String(), c: sensitive(Type.String()) })) });
  assert.deepEqual(keepSummary(nested, { a: { b: "kept", c: canary } }), { a: { b: "kept" } });
});

test("uses the summary as safe output if the output is sensitive, otherwise all but secrets", () => {
  const value = { name: "N", computed: canary, note: "kept", both: canary };
  assert.deepEqual(safeOutput({ sensitiveOutput: true, output }, value), { name: "N" });
  assert.deepEqual(safeOutput({ sensitiveOutput: false, output }, value), { name: "N", note: "kept" });
  assert.equal(safeOutput({ sensitiveOutput: false, output: sensitive(output) }, value), null);
});

test("keeps content out of the same places as a secret, whatever declares it, and shows it to the person who decides", () => {
  for (const mark of [sensitive, content]) {
    const schema = Type.Object({
      name: Type.String(),
      text: mark(Type.String()),
      list: Type.Array(Type.Object({ text: Type.Optional(mark(Type.String())) })),
      either: Type.Union([Type.Integer(), mark(Type.String())]),
      noted: mark(summary(Type.String())),
      counted: mark(summaryCount(Type.Array(Type.String()))),
    });
    const value = {
      name: "N",
      text: canary,
      list: [{ text: canary }],
      either: canary,
      noted: canary,
      counted: [canary],
      undeclared: canary,
    };
    assert.deepEqual(dropUnrecorded(schema, value), { name: "N", list: [{}] });
    assert.deepEqual(safeOutput({ sensitiveOutput: false, output: schema }, value), { name: "N", list: [{}] });
    assert.equal(keepSummary(schema, value), null);
    assert.deepEqual(withheldFields(schema, value), ["text", "either", "noted", "counted", "undeclared"]);
    assert.equal(holdsMark(schema), true);
    const { undeclared: _, ...whole } = value;
    assert.deepEqual(dropSecrets(schema, value), mark === content ? whole : { name: "N", list: [{}] });
  }
  assert.deepEqual(unrecordedKeywords, ["x-sensitive", "x-content"]);
  assert.equal(holdsMark(Type.Object({ text: Type.String() })), false);
});
