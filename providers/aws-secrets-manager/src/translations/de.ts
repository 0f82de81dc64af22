/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of a project's configs": "Namen der Konfigurationen eines Projekts sehen",
  "See the names of a config's secrets, but not their values":
    "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Geheimnisses lesen",
  "Create and replace secrets": "Geheimnisse anlegen und ersetzen",
  "Delete secrets": "Geheimnisse löschen",
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow listing the names of all secrets. If you use your own KMS key, also allow kms:Decrypt and kms:GenerateDataKey on it.":
    "Ersetzen Sie app/prod durch Ihr Projekt und Ihre Konfiguration. Die Richtlinie erlaubt sonst nichts; die Liste der Namen kann AWS nur als Ganzes erlauben. Für einen eigenen KMS-Schlüssel erlauben Sie darauf auch kms:Decrypt und kms:GenerateDataKey.",
};
