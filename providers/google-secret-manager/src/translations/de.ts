/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "service account key": "Dienstkontoschlüssel",
  "See the names and descriptions of your projects": "Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of a project's configs": "Namen der Konfigurationen eines Projekts sehen",
  "See the names of a config's secrets, but not their values":
    "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Geheimnisses lesen",
  "Create and replace secrets": "Geheimnisse anlegen und ersetzen",
  "Delete secrets": "Geheimnisse löschen",
  "Create secrets that have no value yet": "Geheimnisse anlegen, die noch keinen Wert haben",
  "Service account key": "Dienstkontoschlüssel",
  "The JSON file that the Google Cloud console downloads when you create a key. Paste all of it.":
    "Die JSON-Datei, die die Google Cloud Console beim Erstellen eines Schlüssels herunterlädt. Fügen Sie sie ganz ein.",
  "This is an API key. Use the whole JSON file of a service account key.":
    "Das ist ein API-Schlüssel. Verwenden Sie die ganze JSON-Datei eines Dienstkontoschlüssels.",
  "This is an access token, which expires within an hour. Use the whole JSON file of a service account key.":
    "Das ist ein Zugriffstoken, das nach einer Stunde abläuft. Verwenden Sie die ganze JSON-Datei eines Dienstkontoschlüssels.",
  "This is only the private key of a service account. Use the whole JSON file of a service account key.":
    "Das ist nur der private Schlüssel eines Dienstkontos. Verwenden Sie die ganze JSON-Datei eines Dienstkontoschlüssels.",
  "A key of a service account with these roles": "Ein Schlüssel eines Dienstkontos mit diesen Rollen",
  "Replace the project and the service account's email address. With an IAM condition on the resource name, you can limit a role to the secrets of one config. Only listing needs access to the whole project.":
    "Ersetzen Sie das Projekt und die E-Mail-Adresse des Dienstkontos. Mit einer IAM-Bedingung für den Namen der Ressource können Sie eine Rolle auf die Geheimnisse einer Konfiguration begrenzen; nur das Auflisten braucht das ganze Projekt.",
};
