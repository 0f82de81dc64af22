/** The strict JSON parser returns the same values as JSON.parse, and rejects documents that hide something. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { parseJsonStrict } from "../src/index.ts";

function refusal(text: string, limits = {}): { pointer: string; reason: string } {
  const result = parseJsonStrict(text, limits);
  if (result.ok) return assert.fail(`accepted ${text.slice(0, 80)}`);
  return { pointer: result.pointer, reason: result.reason };
}

const unlimited = { depthMax: 10_000, keysMax: 1_000_000, valuesMax: 1_000_000 };

test("parses the output of JSON.stringify like JSON.parse", () => {
  const sound = fc.letrec((tie) => ({
    key: fc.string({ unit: "grapheme" }).filter((key) => !/^(__proto__|constructor|prototype)$/.test(key)),
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false, 2 ** 53 - 1, -(2 ** 53 - 1), 0, -0, 1e-300),
      fc.integer(),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
      fc.array(tie("value")),
      fc.dictionary(
        fc.string({ unit: "grapheme" }).filter((key) => !/^(__proto__|constructor|prototype)$|\0/.test(key)),
        tie("value"),
      ),
    ),
  })).value;
  fc.assert(
    fc.property(sound, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
      const text = JSON.stringify(value, null, space);
      const result = parseJsonStrict(text, unlimited);
      assert.ok(result.ok, result.ok ? "" : result.reason);
      assert.deepEqual(result.value, JSON.parse(text));
    }),
  );
});

test("rejects everything that JSON.parse rejects, and never throws", () => {
  const signs = Array.from('{}[],:"\\0123456789.eE+-tfn ul\n\0');
  const fragment = fc.constantFrom(...signs, "true", "null", '"a"', '{"a":', "\ud800");
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 24 }), (parts) => {
      const text = parts.join("");
      let sound = true;
      try {
        JSON.parse(text);
      } catch {
        sound = false;
      }
      const result = parseJsonStrict(text);
      if (!sound) assert.equal(result.ok, false);
    }),
    { numRuns: 2000 },
  );
});

const hostile: readonly [text: string, pointer: string, reason: RegExp][] = [
  ["", "", /well-formed/],
  ["{", "", /well-formed/],
  ["{'a':1}", "", /well-formed/],
  ['{"a":1,}', "", /well-formed/],
  ["[1] x", "", /well-formed/],
  ["\ufeff{}", "", /well-formed/],
  ["NaN", "", /well-formed/],
  ['"\0"', "", /well-formed/],
  ['{"a":1,"a":1}', "/a", /twice/],
  ['{"a":1,"\\u0061":2}', "/a", /twice/],
  ['{"x":[0,{"b/~":{"c":1,"d":2,"c":3}}]}', "/x/1/b~1~0/c", /twice/],
  ['{"__proto__":{"a":1}}', "/__proto__", /name/],
  ['{"a":{"\\u005f_proto__":1}}', "/a/__proto__", /name/],
  ['{"constructor":1}', "/constructor", /name/],
  ['[{"prototype":1}]', "/0/prototype", /name/],
  ['{"a":"x\\u0000y"}', "/a", /NUL/],
  ['{"a":{"b\\u0000":1}}', "/a", /NUL/],
  ['["\\ud800"]', "/0", /surrogate/],
  ['["\\udc00\\ud800"]', "/0", /surrogate/],
  ['["\ud800"]', "/0", /surrogate/],
  ['{"\\udfff":1}', "", /surrogate/],
  ["9007199254740992", "", /exactly/],
  ["[1,-9007199254740993]", "/1", /exactly/],
  ['{"n":1e400}', "/n", /exactly/],
  ['{"n":1E22}', "/n", /exactly/],
  ['{"n":-1e-400}', "/n", /exactly/],
];

test("rejects each hostile document with its position and our own reason", () => {
  for (const [text, pointer, reason] of hostile) {
    const found = refusal(text);
    assert.equal(found.pointer, pointer, JSON.stringify(text));
    assert.match(found.reason, reason, JSON.stringify(text));
  }
});

test("rejects duplicate fields anywhere, but not the same name in two objects", () => {
  assert.equal(parseJsonStrict('[{"a":1},{"a":1},{"b":{"a":[{"a":1}]}}]').ok, true);
  assert.equal(parseJsonStrict('{"a":{"b":1},"c":{"b":1},"b":"a"}').ok, true);
  const key = fc.string({ maxLength: 3 }).filter((text) => text !== "" && !text.includes("\0"));
  fc.assert(
    fc.property(key, fc.jsonValue({ maxDepth: 1 }), (name, between) => {
      const quoted = JSON.stringify(name);
      const text = `{${quoted}:1,"between":${JSON.stringify(between)},${quoted}:2}`;
      assert.equal(parseJsonStrict(text, unlimited).ok, false);
    }),
  );
});

test("treats text that only looks like structure as content", () => {
  const text = String.raw`{"a":"{\"a\":1,\"a\":2}","b":"\\","c":["]","[",",","9007199254740993"],"d":"\"","é\\":"😀"}`;
  const result = parseJsonStrict(text);
  assert.ok(result.ok);
  assert.deepEqual(result.value, JSON.parse(text));
});

test("limits depth and number of fields", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(parseJsonStrict(nested(32)).ok, true);
  assert.match(refusal(nested(33)).reason, /deeper than 32/);
  assert.equal(refusal(nested(33)).pointer, "/0".repeat(32));
  assert.equal(refusal(`{"a":${nested(3)}}`, { depthMax: 3 }).pointer, "/a/0/0");
  const fields = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => ({ [`k${index}`]: 1 })));
  assert.equal(parseJsonStrict(fields(1000)).ok, true);
  assert.match(refusal(fields(1001)).reason, /More than 1000/);
  assert.equal(refusal("[".repeat(200_000)).pointer, "");
});

test("limits the number of values of any kind, at any depth", () => {
  const items = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(", ")}]`;
  assert.equal(parseJsonStrict(items(9999, "0")).ok, true);
  for (const item of ["0", "-1.5e3", '"a,[0"', "true", "false", "null", "{}", "[]"]) {
    assert.deepEqual(refusal(items(10_000, item)), { pointer: "/9999", reason: "More than 10000 values." });
  }
  // Each of these is a list and its two items.
  assert.equal(parseJsonStrict(items(3333, "[1,2]")).ok, true);
  assert.match(refusal(items(3334, "[1,2]")).reason, /values/);
  // A field's name isn't a value; the field's content is one.
  assert.equal(parseJsonStrict('{"a":1,"b":"c"}', { valuesMax: 3 }).ok, true);
  assert.equal(refusal('{"a":{"b":[1,2]}}', { valuesMax: 4 }).pointer, "/a/b/1");
  assert.equal(refusal('"a"', { valuesMax: 0 }).pointer, "");
});

test("quotes no input in reasons, and keeps pointers short", () => {
  const canary = "canary-7d1f";
  for (const text of [`"${canary}\\u0000"`, `{"a":"${canary}",`, `["${canary}",1e999]`]) {
    assert.ok(!JSON.stringify(refusal(text)).includes(canary), text);
  }
  const long = "x".repeat(5000);
  assert.equal(refusal(`{"${long}":1,"${long}":2}`).pointer.length, 101);
});
