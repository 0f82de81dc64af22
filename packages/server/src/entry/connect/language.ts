/** Chooses the language to serve the page in. */
import { languages, type Language } from "@svc/connect-ui";

/** Returns the first preferred language that exists, by its primary tag; English if there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-", 1)[0];
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return "en";
}
