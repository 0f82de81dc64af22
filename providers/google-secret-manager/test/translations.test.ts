import assert from "node:assert/strict";
import { test } from "node:test";
import { keyAuth } from "../src/auth.ts";
import { googleSecretManager } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = keyAuth.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const { title = "", why = "" } = keyAuth.grantAdvice?.([]) ?? {};
  const shown = [
    ...new Set([...googleSecretManager.actions.map(({ consent }) => consent), ...form, title, why]),
  ].sort();
  assert.equal(shown.length, 14);
  for (const [language, words] of Object.entries(googleSecretManager.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(googleSecretManager.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
