import assert from "node:assert/strict";
import { test } from "node:test";
import { oauth } from "../src/auth.ts";
import { googleDrive } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const texts = [...googleDrive.actions.map(({ consent }) => consent), ...Object.values(oauth.scopeWords)];
  const shown = [...new Set(texts)].sort();
  assert.equal(shown.length, 16);
  for (const [language, words] of Object.entries(googleDrive.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(googleDrive.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
