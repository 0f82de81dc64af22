import assert from "node:assert/strict";
import { test } from "node:test";
import { restrictedKey } from "../src/auth.ts";
import { stripe } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = restrictedKey.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const advice = restrictedKey.grantAdvice?.([])?.why ?? "";
  const shown = [...new Set([...stripe.actions.map(({ consent }) => consent), ...form, advice])].sort();
  assert.equal(shown.length, 22);
  for (const [language, words] of Object.entries(stripe.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(stripe.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
