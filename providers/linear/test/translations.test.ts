import assert from "node:assert/strict";
import { test } from "node:test";
import { apiKey, oauth } from "../src/auth.ts";
import { linear } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = apiKey.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const texts = [...linear.actions.map(({ consent }) => consent), ...Object.values(oauth.scopeWords), ...form];
  const shown = [...new Set(texts)].sort();
  assert.equal(shown.length, 22);
  for (const [language, words] of Object.entries(linear.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(linear.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
