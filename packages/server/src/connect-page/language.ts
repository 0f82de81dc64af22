/** Which of its languages the page is served in. */
import { languages, type Language } from "@svc/connect-ui";

/** The first wanted language that there is, by its primary tag; English where there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-", 1)[0];
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return "en";
}
