/** Translations of the texts that end users read: the exact English text → its translation. */
import { de } from "./translations/de.ts";
import { es } from "./translations/es.ts";
import { fr } from "./translations/fr.ts";
import { ja } from "./translations/ja.ts";

/** BCP 47 language → translations. */
export const translations = { de, es, fr, ja };
