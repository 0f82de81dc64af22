import assert from "node:assert/strict";
import { test } from "node:test";
import { oauth } from "../src/auth.ts";
import { github } from "../src/index.ts";

test("every text that end users read stands in every language, and nothing else does", () => {
  const texts = [...github.actions.map(({ consent }) => consent), ...Object.values(oauth.scopeWords)];
  const shown = [...new Set(texts)].sort();
  // "Read your profile" is both an action's words and a scope's.
  assert.equal(shown.length, 13);
  for (const [language, words] of Object.entries(github.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(github.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
