import assert from "node:assert/strict";
import { test } from "node:test";
import { oauth } from "../src/auth.ts";
import { jira } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const texts = [...jira.actions.map(({ consent }) => consent), ...Object.values(oauth.scopeWords)];
  const shown = [...new Set(texts)].sort();
  assert.equal(shown.length, 21);
  for (const [language, words] of Object.entries(jira.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(jira.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
