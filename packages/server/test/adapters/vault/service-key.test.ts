/** The format of service keys and Connect tokens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import {
  makeServiceKey,
  maskServiceKey,
  parseServiceKey,
  hasTokenForm,
  makeToken,
  type TokenPrefix,
} from "../../../src/adapters/vault/service-key.ts";
import { realBytes } from "./fixture.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a service key has the contract's format and ends with the checksum of everything before it", () => {
  const made = Array.from({ length: 200 }, () => makeServiceKey(realBytes));
  for (const { id, key } of made) {
    assert.match(key, /^svc_live_[0-9A-Za-z]{48}$/);
    assert.equal(id, key.slice(9, 19));
    assert.deepEqual(parseServiceKey(key), { id });
    const checksum = Array.from(key.slice(-6)).reduce((value, digit) => value * 62 + base62.indexOf(digit), 0);
    assert.equal(checksum, crc32(key.slice(0, -6)));
  }
  assert.equal(new Set(made.map(({ id }) => id)).size, 200);
});

test("detects any single wrong character and two swapped neighbors", () => {
  const { key } = makeServiceKey(realBytes);
  for (let index = 0; index < key.length; index += 1) {
    for (const character of base62) {
      const slip = key.slice(0, index) + character + key.slice(index + 1);
      if (slip !== key) assert.equal(parseServiceKey(slip), null, slip);
    }
    const [left, right] = [key.charAt(index), key.charAt(index + 1)];
    if (right !== "" && left !== right)
      assert.equal(parseServiceKey(key.slice(0, index) + right + left + key.slice(index + 2)), null);
  }
});

test("rejects text of another format", () => {
  const { key } = makeServiceKey(realBytes);
  for (const text of [
    "",
    "svc_live_",
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.replace("live", "test"),
  ]) {
    assert.equal(parseServiceKey(text), null, text);
  }
});

test("draws characters without bias: redraws a byte from 248 up", () => {
  const queue = [...Array.from({ length: 8 }, (_, index) => 248 + index), ...Array.from({ length: 42 }, () => 61)];
  const { key } = makeServiceKey((count) => Uint8Array.from(queue.splice(0, count)));
  assert.equal(key.slice(9, 51), "z".repeat(42));
  const lowest = makeServiceKey((count) => new Uint8Array(count).fill(62 * 3));
  assert.equal(lowest.key.slice(9, 51), "0".repeat(42));
});

test("the masked form shows the id and no part of the secret", () => {
  const { id, key } = makeServiceKey(realBytes);
  assert.equal(maskServiceKey(id), `svc_live_${id}…`);
  assert.ok(key.startsWith(maskServiceKey(id).slice(0, -1)));
});

test("tokens carry 256 bits after their prefix", () => {
  for (const prefix of ["cst_", "css_", "cc_"] satisfies TokenPrefix[]) {
    const token = makeToken(prefix, (count) => {
      assert.equal(count, 32);
      return realBytes(count);
    });
    assert.match(token, new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`));
    assert.ok(hasTokenForm(prefix, token));
    assert.notEqual(makeToken(prefix, realBytes), token);
    for (const text of ["", prefix, token.slice(0, -1), `${token}A`, `${token}\n`, `x${token}`]) {
      assert.equal(hasTokenForm(prefix, text), false);
    }
  }
  assert.equal(hasTokenForm("cst_", makeToken("css_", realBytes)), false);
});
