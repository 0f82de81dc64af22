/** Texts that svc hands out sealed: they open only here, for their subject and purpose, and unchanged. */
import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { createSealedTexts } from "../../../src/adapters/vault/sealed-texts.ts";
import { realBytes } from "./fixture.ts";

const key = (): ReturnType<typeof createSecretKey> => createSecretKey(realBytes(32));
const first = key();
const texts = createSealedTexts(keyedHashes(new Map([[1, first]])), "agent-request", realBytes);

test("opens what it sealed, also after a newer hashing key was added", () => {
  const sealed = texts.seal("aau_1", "a request, données");
  assert.match(sealed, /^[A-Za-z0-9_-]+$/);
  assert.ok(!Buffer.from(sealed, "base64url").includes("request"));
  assert.equal(texts.open("aau_1", sealed), "a request, données");
  const newest = new Map([
    [1, first],
    [2, key()],
  ]);
  assert.equal(
    createSealedTexts(keyedHashes(newest), "agent-request", realBytes).open("aau_1", sealed),
    texts.open("aau_1", sealed),
  );
  assert.notEqual(texts.seal("aau_1", "a request, données"), sealed);
});

test("opens nothing for another subject, purpose or deployment, and nothing that was changed", () => {
  const sealed = texts.seal("aau_1", "a request");
  assert.equal(texts.open("aau_2", sealed), null);
  const hashes = keyedHashes(new Map([[1, first]]));
  assert.equal(createSealedTexts(hashes, "agent-code", realBytes).open("aau_1", sealed), null);
  assert.equal(
    createSealedTexts(keyedHashes(new Map([[1, key()]])), "agent-request", realBytes).open("aau_1", sealed),
    null,
  );
  const box = Buffer.from(sealed, "base64url");
  for (let at = 0; at < box.byteLength; at += 1) {
    const changed = Buffer.from(box);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.equal(texts.open("aau_1", changed.toString("base64url")), null, String(at));
  }
  for (const text of ["", "x", `${sealed}A`, `${sealed}=`, ` ${sealed}`, sealed.slice(0, -4), "ü", "A".repeat(8000)])
    assert.equal(texts.open("aau_1", text), null);
});
