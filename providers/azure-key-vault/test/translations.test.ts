import assert from "node:assert/strict";
import { test } from "node:test";
import { appAuth } from "../src/auth.ts";
import { azureKeyVault } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = appAuth.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const { title = "", why = "" } = appAuth.grantAdvice?.([]) ?? {};
  const shown = [...new Set([...azureKeyVault.actions.map(({ consent }) => consent), ...form, title, why])].sort();
  assert.equal(shown.length, 19);
  for (const [language, words] of Object.entries(azureKeyVault.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(azureKeyVault.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
