import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { connectUiFiles } from "../build.ts";
import { languages } from "../src/index.ts";

const root = join(import.meta.dirname, "..");
const readMessages = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, `messages/${language}.json`), "utf8")) as Record<string, string>;
const english = readMessages("en");
const placeholders = (text = ""): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test("every language has every text with the same placeholders, and no others", () => {
  const files = readdirSync(join(root, "messages")).sort();
  assert.deepEqual(files, languages.map((language) => `${language}.json`).sort());
  for (const language of languages) {
    const messages = readMessages(language);
    assert.deepEqual(Object.keys(messages).sort(), Object.keys(english).sort(), language);
    for (const [key, text] of Object.entries(messages)) {
      assert.notEqual(text.trim(), "", `${language} ${key}`);
      assert.deepEqual(placeholders(text), placeholders(english[key]), `${language} ${key}`);
    }
  }
});

test("every text key in the source exists", () => {
  const source = readdirSync(join(root, "src"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, "src", name), "utf8"))
    .join("\n");
  const direct = [...source.matchAll(/texts\.(?:text|nodes)\("([^"]+)"/g)].map(([, key = ""]) => key);
  const kept = [...source.matchAll(/"((?:error|checking|failed|reconnect|connect|authorizing)\.[a-z]+)"/g)].map(
    ([, key = ""]) => key,
  );
  assert.ok(direct.length > 10 && kept.length > 8);
  for (const key of [...direct, ...kept]) assert.ok(Object.hasOwn(english, key), key);
});

test("the generated script and style match their source, and the script is at most 10 kB gzipped", async () => {
  for (const [path, text] of await connectUiFiles()) {
    assert.equal(readFileSync(join(root, "../..", path), "utf8"), text, `${path}: run npm run generate`);
    if (path.endsWith(".js")) assert.ok(gzipSync(text).byteLength <= 10 * 1024);
  }
});
