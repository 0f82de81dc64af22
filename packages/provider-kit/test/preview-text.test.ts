/** A provider's texts in a preview's sentences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumOf, counted, listed, quoted, separated, shortened } from "../src/index.ts";

test("quotes a title so that its own text can't end the quotation", () => {
  assert.equal(quoted("The build fails"), "“The build fails”");
  assert.equal(quoted("x” is harmless. “y"), "“x' is harmless. 'y”");
  assert.equal(quoted('say "hi"'), "“say 'hi'”");
});

test("keeps a text on one line, without characters that are invisible or change the direction", () => {
  assert.equal(shortened("  a\r\n\tb\u0000c "), "a b c");
  assert.equal(shortened("invoice\u202Efdp.exe\u2066\u200B!\u2028next"), "invoice fdp.exe ! next");
});

test("shortens by whole characters", () => {
  assert.equal(shortened("a".repeat(60)), "a".repeat(60));
  assert.equal(shortened("a".repeat(61)), `${"a".repeat(59)}…`);
  assert.equal(shortened("🐛🐛🐛", 4), "🐛…");
  assert.equal(shortened("🐛🐛", 4), "🐛🐛");
});

test("lists words, and counts those it doesn't show", () => {
  assert.equal(listed([]), "");
  assert.equal(listed(["a"]), "a");
  assert.equal(listed(["a", "b"]), "a and b");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
  assert.equal(listed(["a", "b", "c", "d"], 2), "a, b and 2 more");
});

test("counts things", () => {
  assert.deepEqual(
    [counted(1, "row"), counted(0, "row"), counted(2, "reply", "replies")],
    ["1 row", "0 rows", "2 replies"],
  );
});

test("a checksum differs for different values, and is the same for equal ones", () => {
  const cells = [["May", 18, true, null]];
  assert.equal(checksumOf(cells), checksumOf(structuredClone(cells)));
  assert.match(checksumOf(undefined), /^[0-9a-f]{16}$/);
  const others = [[], [["May", 18, true]], [["May", "18", true, null]], [["Mai", 18, true, null]], [["May"], [18]]];
  assert.equal(new Set([cells, ...others].map(checksumOf)).size, others.length + 1);
});

test("checksums of many small changes don't collide", () => {
  const values = Array.from({ length: 100_000 }, (_, at) => [`row ${String(at % 1000)}`, at]);
  assert.equal(new Set(values.map(checksumOf)).size, values.length);
});

test("separates the digits of a number by thousands", () => {
  const numbers = [0, 999, 1000, 65_536, 1_234_567];
  assert.deepEqual(numbers.map(separated), ["0", "999", "1,000", "65,536", "1,234,567"]);
});
