/** A release's list of digests notices every change of its files. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { digestsFile, verifyDigests, writeDigests } from "./digests.ts";

test("a changed, missing or additional file is noticed", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-digests-"));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  try {
    mkdirSync(join(folder, "npm"));
    write("b", "two");
    write("npm/a", "one");
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    write("npm/empty", "");
    const list = writeDigests(folder);
    assert.match(list, new RegExp(`^[0-9a-f]{64}  b\\n[0-9a-f]{64}  npm/a\\n${empty}  npm/empty\\n$`));
    assert.equal(writeDigests(folder), list, `${digestsFile} isn't on its own list`);
    verifyDigests(folder);
    write("b", "three");
    assert.throws(() => verifyDigests(folder), /^Error: b isn't the file that SHA256SUMS lists\.$/);
    write("b", "two");
    write("npm/c", "");
    assert.throws(() => verifyDigests(folder), /^Error: npm\/c isn't in SHA256SUMS\.$/);
    rmSync(join(folder, "npm/c"));
    rmSync(join(folder, "npm/a"));
    assert.throws(() => verifyDigests(folder), /^Error: npm\/a is missing\.$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
