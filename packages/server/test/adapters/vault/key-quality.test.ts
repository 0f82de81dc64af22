/** Distinguishes guessable root keys from random ones. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { literalKeys, weaknessOf, parseKeyring } from "../../../src/adapters/vault/keyring.ts";

function weakness(key: Uint8Array): string | null {
  const [rootKey] = literalKeys(parseKeyring(`main:${Buffer.from(key).toString("base64")}`));
  assert.ok(rootKey !== undefined);
  return weaknessOf(rootKey);
}

test("detects keys that people write", () => {
  const series = (step: number) => Uint8Array.from({ length: 32 }, (_, at) => 7 + at * step);
  assert.equal(weakness(new Uint8Array(32)), "is 32 zero bytes");
  assert.equal(weakness(new Uint8Array(32).fill(0x61)), "is one byte, 32 times");
  assert.equal(weakness(series(1)), "is an arithmetic sequence");
  assert.equal(weakness(series(255)), "is an arithmetic sequence");
  assert.match(weakness(Buffer.concat([randomBytes(16)], 32)) ?? "", /^has only \d+ different bytes$/);
  const half = randomBytes(16);
  assert.match(weakness(Buffer.concat([half, half])) ?? "", /^has only \d+ different bytes$/);
  assert.equal(weakness(Buffer.from("The quick brown fox jumps over_1")), "is text, not random bytes");
});

test("accepts random keys", () => {
  for (let n = 0; n < 5000; n += 1) assert.equal(weakness(randomBytes(32)), null);
});

test("no page or example shows a key that would pass", () => {
  const root = join(import.meta.dirname, "../../../../..");
  const texts = ["docs", "docs/contract", "deploy", "deploy/kubernetes", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:md|yaml|sh|ts)$/.test(entry.name))
      .map((entry) => readFileSync(join(root, folder, entry.name), "utf8")),
  );
  assert.ok(texts.some((text) => text.includes("SVC_VAULT_KEYS")));
  const shown = texts.flatMap((text) => [...text.matchAll(/[A-Za-z0-9._-]{1,32}:([A-Za-z0-9+/_-]{43}=)/g)]);
  for (const [, key = ""] of shown) assert.notEqual(weakness(Buffer.from(key, "base64")), null, key);
});
