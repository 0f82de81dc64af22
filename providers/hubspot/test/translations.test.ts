import assert from "node:assert/strict";
import { test } from "node:test";
import { privateApp, oauth } from "../src/auth.ts";
import { hubspot } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = privateApp.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const texts = [...hubspot.actions.map(({ consent }) => consent), ...Object.values(oauth.scopeWords), ...form];
  const shown = [...new Set(texts)].sort();
  assert.equal(shown.length, 31);
  for (const [language, words] of Object.entries(hubspot.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(hubspot.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
