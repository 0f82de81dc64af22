import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "../src/index.ts";
import { tokenAuth } from "../src/auth.ts";

/** Every text that an end user can read, for any set of requested actions. */
function shownTexts(): string[] {
  const some = [["secrets.get"], ["secrets.set"], ["projects.list"], ["configs.list", "secrets.delete"]];
  return [
    ...doppler.actions.map(({ consent }) => consent),
    ...tokenAuth.fields.flatMap(({ label, help, hints }) => [
      label,
      help,
      ...some.flatMap((actionIds) => (hints?.(actionIds) ?? []).map(({ message }) => message)),
    ]),
    ...some.flatMap((actionIds) => Object.values(tokenAuth.grantAdvice?.(actionIds) ?? {})),
  ];
}

test("every language has every text that end users read, and no others", () => {
  const shown = [...new Set(shownTexts())].sort();
  assert.ok(shown.length > 20);
  for (const [language, words] of Object.entries(doppler.translations ?? {})) {
    assert.deepEqual(Object.keys(words).sort(), shown, language);
    for (const [english, translated] of Object.entries(words)) assert.notEqual(translated, english, language);
  }
  assert.deepEqual(Object.keys(doppler.translations ?? {}).sort(), ["de", "es", "fr", "ja"]);
});

test("hints agree with the schema: an accepted prefix may pass it, a rejected one can't", () => {
  for (const field of tokenAuth.fields) {
    for (const { prefix, accepted } of field.hints?.(["secrets.get"]) ?? []) {
      const token = `${prefix}${"a".repeat(40)}`;
      assert.equal(new RegExp(field.pattern).test(token), accepted, prefix);
      assert.equal(tokenAuth.explain({ access_token: token }) === null, accepted, prefix);
    }
  }
});
