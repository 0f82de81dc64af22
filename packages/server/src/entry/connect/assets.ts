/**
 * The pages' script, style and messages, read once, and the choice of a language. `npm run generate` builds script and
 * style, and they are checked in.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { languages, type Language } from "@svc/connect-ui";

/** The texts of one language by key. */
export type Messages = Readonly<Record<string, string>>;

/** The generated files that every page uses. */
export type Assets = {
  script: string;
  style: string;
  messages: Readonly<Record<Language, Messages>>;
};

/** Reads the files. @throws Error if one is missing or could end its element early. */
export function readAssets(): Assets {
  const messages = Object.fromEntries(
    languages.map((language) => [language, JSON.parse(read(`@svc/connect-ui/messages/${language}`)) as Messages]),
  ) as Record<Language, Messages>;
  const script = withoutHeader(read("@svc/connect-ui/page.js"));
  const style = withoutHeader(read("@svc/connect-ui/page.css"));
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error("The hosted page's script or style contains text that would end its element.");
  }
  return { script, style, messages };
}

/** Removes the comments at the top, which are for readers of the generated file. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:\/\/.*\n|\/\*.*\*\/\n)+/, "");
}

function read(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(name)), "utf8");
}

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

/** Returns the first preferred language that exists, by its primary tag; English if there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-", 1)[0];
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return "en";
}
