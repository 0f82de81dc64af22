import assert from "node:assert/strict";
import { test } from "node:test";
import { vaultAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = vaultAuth.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const { title = "", why = "" } = vaultAuth.grantAdvice?.([]) ?? {};
  const shown = [...new Set([...vault.actions.map(({ consent }) => consent), ...form, title, why])].sort();
  assert.equal(shown.length, 22);
  for (const [language, words] of Object.entries(vault.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(vault.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
