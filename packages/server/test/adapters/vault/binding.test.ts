/** The encoding of bindings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lengthPrefixed } from "../../../src/adapters/vault/binding.ts";

test("encodes each text in UTF-8 after its length in four bytes", () => {
  const longs = [127, 128, 255, 256, 65_535, 65_536, 65_537].map((length) => "x".repeat(length));
  const texts = ["", "\0", "plain", "\x7f", "\x80", "Grüße", "\u{1f600}", ...longs];
  for (const fields of [[], ...texts.map((text) => [text]), ...texts.map((text) => ["before", text, "after"]), texts]) {
    const parts = fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(field));
      return [length, Buffer.from(field)];
    });
    assert.deepEqual(Buffer.from(lengthPrefixed(fields)), Buffer.concat(parts));
  }
});
