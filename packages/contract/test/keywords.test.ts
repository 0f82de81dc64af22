/** UTF-8 sizes, counted without encoding, at the important limits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fitsBytes, keywordDefinitions, maxBytes, maxBytesKeyword, utf8Bytes } from "../src/index.ts";

const encoder = new TextEncoder();

test("counts bytes as TextEncoder writes them, and lone surrogates as three", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (any, graphemes) => {
      assert.equal(utf8Bytes(any), encoder.encode(any).length);
      assert.equal(utf8Bytes(graphemes), encoder.encode(graphemes).length);
    }),
  );
  const fixed: [string, number][] = [
    ["", 0],
    ["a", 1],
    ["é", 2],
    ["€", 3],
    ["😀", 4],
    ["\ud83d", 3],
    ["\ude00\ud83d", 6],
    ["\ud83d\ud83d\ude00", 7],
    ["\x7f\x80\u07ff\u0800\uffff", 1 + 2 + 2 + 3 + 3],
  ];
  for (const [text, bytes] of fixed) assert.equal(utf8Bytes(text), bytes, JSON.stringify(text));
});

test("accepts 51,200 bytes and rejects 51,201 of any characters", () => {
  const limit = 51_200;
  const fitting = ["x".repeat(limit), "é".repeat(limit / 2), "😀".repeat(limit / 4), "€".repeat(17_066) + "xx"];
  for (const text of fitting) {
    assert.equal(utf8Bytes(text), limit);
    assert.equal(fitsBytes(text, limit), true);
    assert.equal(fitsBytes(`${text}x`, limit), false);
    assert.equal(fitsBytes(text, limit - 1), false);
  }
  assert.equal(fitsBytes("", 0), true);
});

test("fitsBytes agrees with utf8Bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(60), (text, limit) => {
      assert.equal(fitsBytes(text, limit), utf8Bytes(text) <= limit);
    }),
  );
});

test("publishes the keyword in schemas and defines it for validators", () => {
  const schema = maxBytes(4, { description: "d" });
  assert.deepEqual(JSON.parse(JSON.stringify(schema)), { type: "string", description: "d", "x-maxBytes": 4 });
  const definition = keywordDefinitions.find(({ keyword }) => keyword === maxBytesKeyword);
  assert.equal(definition?.validate?.(4, "😀"), true);
  assert.equal(definition?.validate?.(3, "😀"), false);
});
