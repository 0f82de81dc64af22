/** Tests that a provider's translations include every text that end users read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { staticAuthOf, oauthAuthOf, type Provider } from "../provider.ts";
import type { ProviderExamples } from "./world.ts";

/** Registers the test, if the provider has translations. */
export function exerciseTranslations(provider: Provider, { ownWords = [] }: ProviderExamples): void {
  const { translations } = provider;
  if (translations === undefined) return;
  test(`${provider.slug}: every text that end users read is translated into every language, and no others`, () => {
    const shown = shownTexts(provider).filter((text) => !ownWords.some((words) => words.test(text)));
    assert.deepEqual(Object.keys(translations).sort(), shown);
    const languages = [...new Set(Object.values(translations).flatMap(Object.keys))].sort();
    for (const [english, words] of Object.entries(translations)) {
      assert.deepEqual(Object.keys(words).sort(), languages, english);
      for (const [language, translated] of Object.entries(words)) {
        assert.notEqual(translated, english, `${language}: ${english}`);
      }
    }
  });
}

/** Returns every text that is shown for any set of requested actions. */
function shownTexts(provider: Provider): string[] {
  const ids = provider.actions.map(({ id }) => id);
  const requests = [[], ids, ...ids.map((id) => [id])];
  const form = staticAuthOf(provider);
  const texts = [
    ...[...provider.actions, ...(provider.events?.types ?? [])].map(({ consent }) => consent),
    ...Object.values(oauthAuthOf(provider)?.scopeWords ?? {}),
    ...(form?.noun === undefined ? [] : [form.noun]),
    ...(form?.ways ?? []).map(({ label }) => label),
    ...(form?.fields ?? []).flatMap(({ label, help, hints }) => [
      label,
      help,
      ...requests.flatMap((requested) => (hints?.(requested) ?? []).map(({ message }) => message)),
    ]),
    ...requests.flatMap((requested) => {
      const advice = form?.grantAdvice?.(requested);
      return advice === undefined ? [] : [advice.title, advice.why];
    }),
  ];
  return [...new Set(texts)].sort();
}
