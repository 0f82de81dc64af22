/** What end users read, in other languages: the English text as it stands in the code → its translation. */
import { de } from "./translations/de.ts";
import { es } from "./translations/es.ts";
import { fr } from "./translations/fr.ts";
import { ja } from "./translations/ja.ts";

/** BCP 47 language → translations. */
export const translations = { de, es, fr, ja };
