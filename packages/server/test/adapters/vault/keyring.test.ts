/** The keyring's text form, and faults that are reported without quoting it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { VaultStartError } from "../../../src/domain/vault/errors.ts";
import { literalKeys, makeKeyringEntry, parseKeyring } from "../../../src/adapters/vault/keyring.ts";
import { entryA, entryB, realBytes } from "./fixture.ts";

const read = (text: string): { id: string; hex: string }[] =>
  literalKeys(parseKeyring(text)).map(({ id, key }) => ({ id, hex: key.export().toString("hex") }));
const a = { id: "a", hex: "a1".repeat(32) };
const b = { id: "b", hex: "b2".repeat(32) };

test("accepts any 32 bytes as a key, in either alphabet, padded or not", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom("base64" as const, "base64url" as const),
      fc.stringMatching(/^[A-Za-z0-9._-]{1,32}$/),
      (key, encoding, id) => {
        const text = Buffer.from(key).toString(encoding);
        assert.deepEqual(read(`${id}:${text}`), [{ id, hex: Buffer.from(key).toString("hex") }]);
        assert.deepEqual(read(`${id}:${text.replace("=", "")}`), read(`${id}:${text}`));
      },
    ),
  );
  assert.deepEqual(read(`zero:${"A".repeat(43)}=`), [{ id: "zero", hex: "00".repeat(32) }]);
});

test("accepts entries separated by commas or newlines and keeps their order", () => {
  assert.deepEqual(read(`${entryA},${entryB}`), [a, b]);
  assert.deepEqual(read(` ${entryB} , ${entryA} `), [b, a]);
  assert.deepEqual(read(`${entryA}\n${entryB}\n`), [a, b]);
  assert.deepEqual(read(`\r\n${entryA}\r\n\r\n${entryB}\r\n`), [a, b]);
});

test("rejects a malformed keyring by position and never quotes it", () => {
  const canary = "CANARYcanaryCANARYcanary";
  const long = Buffer.alloc(33, 7).toString("base64");
  const short = Buffer.alloc(31, 7).toString("base64");
  const faults: [text: string, code: string, named: RegExp][] = [
    ["", "KEYRING_EMPTY", /at least one entry/],
    [" \n \n", "KEYRING_EMPTY", /at least one entry/],
    [`${entryA},`, "KEYRING_INVALID", /entry 2 is empty/],
    [`,${entryA}`, "KEYRING_INVALID", /entry 1 is empty/],
    [canary, "KEYRING_INVALID", /entry 1 has no ':'/],
    [`${entryA},c:${canary}`, "KEYRING_INVALID", /entry 2 has a key/],
    [`${entryA}\nc:${long}`, "KEYRING_INVALID", /entry 2 has a key/],
    [`c:${short}`, "KEYRING_INVALID", /entry 1 has a key/],
    ["c:", "KEYRING_INVALID", /entry 1 has a key/],
    [`:${entryA.slice(2)}`, "KEYRING_INVALID", /entry 1 has a malformed id/],
    [`${entryA.slice(2)}:c`, "KEYRING_INVALID", /entry 1 has a malformed id/],
    [`${"i".repeat(33)}:${entryA.slice(2)}`, "KEYRING_INVALID", /entry 1 has a malformed id/],
    [`${entryA},${entryB},${entryA}`, "KEYRING_INVALID", /entry 3 has the same id as entry 1/],
  ];
  for (const [text, code, named] of faults) {
    assert.throws(
      () => literalKeys(parseKeyring(text)),
      (error) => {
        assert.ok(error instanceof VaultStartError);
        assert.equal(error.code, code);
        assert.match(error.message, named);
        assert.doesNotMatch(error.message, /\n/);
        for (const secret of [canary, long, short, entryA.slice(2), entryB.slice(2)]) {
          assert.ok(!String(error.stack).includes(secret));
        }
        return true;
      },
    );
  }
});

test("a parsed key shows no key material when it is printed or serialized", () => {
  const shown =
    inspect(literalKeys(parseKeyring(entryA)), { depth: null, showHidden: true }) +
    JSON.stringify(literalKeys(parseKeyring(entryA)));
  assert.doesNotMatch(shown, /a1a1|a1, ?a1|161, ?161|oaGh/i);
});

test("a generated entry is a valid keyring", () => {
  const [key] = literalKeys(parseKeyring(makeKeyringEntry("sandbox", realBytes)));
  assert.equal(key?.id, "sandbox");
  assert.notEqual(makeKeyringEntry("sandbox", realBytes), makeKeyringEntry("sandbox", realBytes));
});
