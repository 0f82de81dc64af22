/**
 * The texts of the authorization pages, read once: the hosted page's own texts, and those that only these pages have.
 */
import { readFileSync } from "node:fs";
import { languages, type Language } from "@svc/connect-ui";
import type { Messages } from "./assets.ts";

/** Reads the texts. @param hosted the hosted page's texts. @throws Error if a file is missing. */
export function readAuthorizationMessages(
  hosted: Readonly<Record<Language, Messages>>,
): Readonly<Record<Language, Messages>> {
  return Object.fromEntries(
    languages.map((language) => {
      const file = new URL(`authorization-messages/${language}.json`, import.meta.url);
      const own = JSON.parse(readFileSync(file, "utf8")) as Messages;
      return [language, { ...hosted[language], ...own }];
    }),
  ) as Record<Language, Messages>;
}
