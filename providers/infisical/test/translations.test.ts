import assert from "node:assert/strict";
import { test } from "node:test";
import { identityAuth } from "../src/auth.ts";
import { infisical } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = identityAuth.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const { title = "", why = "" } = identityAuth.grantAdvice?.([]) ?? {};
  const shown = [...new Set([...infisical.actions.map(({ consent }) => consent), ...form, title, why])].sort();
  assert.equal(shown.length, 20);
  for (const [language, words] of Object.entries(infisical.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(infisical.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
