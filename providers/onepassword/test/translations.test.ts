import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenAuth } from "../src/auth.ts";
import { onepassword } from "../src/index.ts";

test("every language has every text that end users read, and no others", () => {
  const form = tokenAuth.fields.flatMap(({ label, help, hints }) => [
    label,
    help,
    ...(hints?.([]) ?? []).map(({ message }) => message),
  ]);
  const advice = [["secrets.get"], ["secrets.set"]].flatMap((ids) => {
    const { title = "", why = "" } = tokenAuth.grantAdvice?.(ids) ?? {};
    return [title, why];
  });
  const shown = [...new Set([...onepassword.actions.map(({ consent }) => consent), ...form, ...advice])].sort();
  assert.equal(shown.length, 16);
  for (const [language, words] of Object.entries(onepassword.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(onepassword.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});
