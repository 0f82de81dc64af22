import assert from "node:assert/strict";
import { test } from "node:test";
import { keyAuth } from "../src/auth.ts";
import { awsParameterStore } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = keyAuth.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const { title = "", why = "" } = keyAuth.grantAdvice?.([]) ?? {};
  const shown = [...new Set([...awsParameterStore.actions.map(({ consent }) => consent), ...form, title, why])].sort();
  assert.equal(shown.length, 18);
  for (const [language, words] of Object.entries(awsParameterStore.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(awsParameterStore.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
