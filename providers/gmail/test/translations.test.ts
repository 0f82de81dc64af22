import assert from "node:assert/strict";
import { test } from "node:test";
import { oauth } from "../src/auth.ts";
import { gmail } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const texts = [...gmail.actions.map(({ consent }) => consent), ...Object.values(oauth.scopeWords)];
  const shown = [...new Set(texts)].sort();
  assert.equal(shown.length, 19);
  for (const [language, words] of Object.entries(gmail.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(gmail.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
