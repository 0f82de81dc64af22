/** Randomness as the server draws it: no byte of the pool is given twice, and nobody shares what was given. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemPlatform } from "../src/platform.ts";

const { randomBytes } = systemPlatform;

test("small draws differ, and are as long as was asked", () => {
  const seen = new Set<string>();
  for (let draw = 0; draw < 5000; draw += 1) {
    const bytes = randomBytes(8 + (draw % 9));
    assert.equal(bytes.length, 8 + (draw % 9));
    seen.add(Buffer.from(bytes.subarray(0, 8)).toString("hex"));
  }
  assert.equal(seen.size, 5000);
});

test("what was drawn is its owner's alone", () => {
  const draws = Array.from({ length: 1000 }, () => randomBytes(10));
  const before = draws.map((bytes) => Buffer.from(bytes).toString("hex"));
  for (const bytes of draws) assert.equal(bytes.byteLength, bytes.buffer.byteLength);
  draws[0]?.fill(0);
  for (let index = 1; index < draws.length; index += 1) {
    assert.equal(Buffer.from(draws[index] ?? []).toString("hex"), before[index]);
  }
  assert.notEqual(Buffer.from(randomBytes(10)).toString("hex"), "0".repeat(20), "the pool kept what it had wiped");
});

test("bytes are spread evenly, of small draws and of large ones", () => {
  for (const size of [10, 16, 32]) {
    const counts = Array.from({ length: 256 }, () => 0);
    const total = 400_000;
    for (let drawn = 0; drawn < total; drawn += size) {
      for (const byte of randomBytes(size)) counts[byte] = (counts[byte] ?? 0) + 1;
    }
    const expected = total / 256;
    // Chi-squared with 255 degrees of freedom: above 400 comes once in some hundred million runs.
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    assert.ok(chiSquared < 400, `${size}: ${chiSquared}`);
  }
});
