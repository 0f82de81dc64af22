/** Ids: the TypeID and UUIDv7 formats, and parsing of created ids. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { idLengthMax, idPattern, idPrefixes, idTimeMs, isId, makeId } from "../src/index.ts";

const prefixes = Object.values(idPrefixes);
const anyPrefix = fc.constantFrom(...prefixes);
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const anyRandom = fc.uint8Array({ minLength: 10, maxLength: 10 });

test("recognizes an id only with its own prefix, and returns its time", () => {
  fc.assert(
    fc.property(anyPrefix, anyTime, anyRandom, (prefix, nowMs, random) => {
      const id = makeId(prefix, nowMs, random);
      assert.match(id, new RegExp(idPattern(prefix)));
      assert.equal(id.length, prefix.length + 27);
      assert.equal(idTimeMs(prefix, id), nowMs);
      for (const other of prefixes) assert.equal(isId(other, id), other === prefix);
    }),
  );
});

test("encodes the TypeID specification's own example", () => {
  // TypeID specification, valid.json: prefix_01h455vb4pex5vsknk084sn02q is 01890a5d-ac96-774b-bcce-b302099a8057.
  const random = Uint8Array.from([0x77, 0x4b, 0xbc, 0xce, 0xb3, 0x02, 0x09, 0x9a, 0x80, 0x57]);
  assert.equal(makeId("ten", 0x01890a5dac96, random), "ten_01h455vb4pex5vsknk084sn02q");
});

test("sets version and variant whatever the random bytes are", () => {
  // 00000000-0000-7000-8000-000000000000 and 00000000-0000-7fff-bfff-ffffffffffff.
  const zeros = makeId("act", 0, new Uint8Array(10));
  const ones = makeId("act", 0, new Uint8Array(10).fill(0xff));
  assert.equal(zeros, "act_0000000000e008000000000000");
  assert.equal(ones, "act_0000000000fzzvzzzzzzzzzzzz");
});

test("sorts later ids after earlier ones as text", () => {
  fc.assert(
    fc.property(anyTime, anyTime, anyRandom, anyRandom, (one, two, first, second) => {
      fc.pre(one < two);
      assert.ok(makeId("con", one, first) < makeId("con", two, second));
    }),
  );
});

test("rejects malformed ids", () => {
  const good = makeId("cs", 1, new Uint8Array(10));
  const bad = ["", "cs", "cs_", good.toUpperCase(), `${good}0`, good.slice(0, -1), `cs_8${good.slice(4)}`];
  for (const text of [...bad, good.replace("cs_", "cs-"), `${good}\n`, good.replace(/.$/, "u")]) {
    assert.equal(isId("cs", text), false, JSON.stringify(text));
    assert.throws(() => idTimeMs("cs", text), RangeError);
  }
});

test("an id can hold a cell's mark, and nothing else there", () => {
  for (const prefix of prefixes) {
    const suffix = makeId(prefix, 1, new Uint8Array(10)).slice(prefix.length + 1);
    const pattern = new RegExp(idPattern(prefix));
    for (const mark of ["eu", "us2", "abcdefgh"]) {
      const id = makeId(prefix, 1, new Uint8Array(10), `${mark}.`);
      assert.equal(id, `${prefix}_${mark}.${suffix}`);
      assert.match(id, pattern);
      assert.ok(id.length <= idLengthMax);
      assert.ok(isId(prefix, id));
      assert.equal(idTimeMs(prefix, id), 1);
    }
    for (const mark of ["e", "2u", "EU", "abcdefghi", "e.u", ""]) {
      assert.doesNotMatch(`${prefix}_${mark}.${suffix}`, pattern);
      assert.equal(isId(prefix, `${prefix}_${mark}.${suffix}`), false);
    }
  }
});

test("throws if the time or the number of bytes is out of range", () => {
  assert.throws(() => makeId("ten", -1, new Uint8Array(10)), RangeError);
  assert.throws(() => makeId("ten", 2 ** 48, new Uint8Array(10)), RangeError);
  assert.throws(() => makeId("ten", 1.5, new Uint8Array(10)), RangeError);
  assert.throws(() => makeId("ten", 1, new Uint8Array(9)), RangeError);
});
