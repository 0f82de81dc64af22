/** What was proven once is known again, and nothing else is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rememberingVerify } from "../../src/vault/proven.ts";

test("a text that was proven is asked for once; another text, hash or purpose is asked for each time", () => {
  const asked: string[] = [];
  const verify = rememberingVerify((purpose, data, hash) => {
    asked.push(`${purpose} ${String(data)} ${hash}`);
    return data === "right";
  });
  assert.ok(verify("service-key", "right", "1.a"));
  assert.ok(verify("service-key", "right", "1.a"));
  assert.equal(asked.length, 1);
  assert.equal(verify("service-key", "wrong", "1.a"), false);
  assert.equal(verify("service-key", "wrong", "1.a"), false);
  assert.ok(verify("service-key", "right", "1.b"));
  assert.ok(verify("cursor", "right", "1.a"));
  assert.equal(asked.length, 5);
  // A wrong text does not make the right one unknown.
  assert.ok(verify("service-key", "right", "1.a"));
  assert.equal(asked.length, 5);
});
