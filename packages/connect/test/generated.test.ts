/** The committed embed script: up to date, and small. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { embedScriptFiles } from "../build.ts";

const root = new URL("../../../", import.meta.url);

test("the embed script matches its source", () => {
  const files = embedScriptFiles();
  assert.equal(files.size, 1);
  for (const [path, text] of files) {
    assert.equal(readFileSync(new URL(path, root), "utf8"), text, `${path}: run npm run generate`);
    assert.match(text, /^\/\/ generated /);
  }
});

test("the embed script is at most 8 kB gzipped and loads no other code", () => {
  for (const text of embedScriptFiles().values()) {
    assert.ok(gzipSync(text).length <= 8 * 1024, `${gzipSync(text).length} bytes`);
    assert.ok(!/\b(import|require|eval|innerHTML)\b/.test(text));
  }
});
