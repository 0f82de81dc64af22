/** Keyed hashes: their text form, older versions, and separation by purpose, key and data. */
import assert from "node:assert/strict";
import { createHmac, createSecretKey } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { lengthPrefixed } from "../../../src/adapters/vault/binding.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import type { HashPurpose } from "../../../src/domain/vault/port.ts";
import { bytes, realBytes } from "./fixture.ts";

const key = (): ReturnType<typeof createSecretKey> => createSecretKey(realBytes(32));
const purposes: HashPurpose[] = [
  "service-key",
  "connect-token",
  "session-secret",
  "connect-session",
  "oauth-flow",
  "completion-code",
  "fingerprint",
  "cursor",
];

test("a hash is its key's version and an HMAC-SHA-256 over the purpose and the data", () => {
  const secret = createSecretKey(Buffer.alloc(32, 7));
  const input = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from("svc-hash/v1"),
    Buffer.from([0, 0, 0, 6]),
    Buffer.from("cursor"),
    Buffer.from("données"),
  ]);
  const expected = `1.${createHmac("sha256", secret).update(input).digest("base64url")}`;
  const hashes = keyedHashes(new Map([[1, secret]]));
  assert.equal(hashes.hash("cursor", "données"), expected);
  assert.equal(hashes.hash("cursor", bytes("données")), expected);
  const fields = ["a", "", "données"];
  assert.equal(hashes.hash("cursor", fields), hashes.hash("cursor", lengthPrefixed(fields)));
});

test("verifies a hash only for its own purpose and data", () => {
  const hashes = keyedHashes(new Map([[1, key()]]));
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.constantFrom(...purposes),
      fc.constantFrom(...purposes),
      (data, otherData, purpose, otherPurpose) => {
        const hash = hashes.hash(purpose, data);
        assert.ok(hashes.verify(purpose, data, hash));
        assert.equal(hashes.verify(otherPurpose, otherData, hash), purpose === otherPurpose && data === otherData);
      },
    ),
  );
  assert.equal(new Set(purposes.map((purpose) => hashes.hash(purpose, "x"))).size, purposes.length);
});

test("hashes under the newest key, verifies under every key, and looks up under all of them", () => {
  const first = key();
  const old = keyedHashes(new Map([[1, first]]));
  const both = keyedHashes(
    new Map([
      [1, first],
      [2, key()],
    ]),
  );
  const hash = old.hash("connect-token", "t");
  assert.ok(both.verify("connect-token", "t", hash));
  assert.ok(both.verify("connect-token", "t", both.hash("connect-token", "t")));
  assert.match(both.hash("connect-token", "t"), /^2\.[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(both.hashUnderEveryKey("connect-token", "t"), [both.hash("connect-token", "t"), hash]);
  assert.equal(old.verify("connect-token", "t", both.hash("connect-token", "t")), false);
});

test("returns false for a malformed or altered hash and never throws", () => {
  const hashes = keyedHashes(new Map([[1, key()]]));
  const hash = hashes.hash("cursor", "x");
  for (let index = 0; index < hash.length; index += 1) {
    for (const character of ["A", "B", "-", ".", "é", "2"]) {
      const altered = hash.slice(0, index) + character + hash.slice(index + 1);
      assert.equal(hashes.verify("cursor", "x", altered), altered === hash, altered);
    }
  }
  for (const text of ["", ".", "1.", hash.slice(0, -1), `${hash}=`, `0${hash}`, ` ${hash}`, `${hash}\n`]) {
    assert.equal(hashes.verify("cursor", "x", text), false, text);
  }
  fc.assert(fc.property(fc.string(), (text) => !hashes.verify("cursor", "x", text)));
});
