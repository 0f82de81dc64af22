/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "client secret": "geheimer Clientschlüssel",
  "See the names and descriptions of your projects": "Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of a project's configs": "Namen der Konfigurationen eines Projekts sehen",
  "See the names of a config's secrets, but not their values":
    "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Geheimnisses lesen",
  "Create and replace secrets": "Geheimnisse anlegen und ersetzen",
  "Delete secrets": "Geheimnisse löschen",
  Vault: "Tresor",
  "The name that the operator of this service gave your key vault.":
    "Ihr Schlüsseltresor, so wie ihn der Betreiber dieses Dienstes benannt hat.",
  "Directory (tenant) ID": "Verzeichnis-ID (Mandant)",
  "On the overview page of your app registration.": "Auf der Übersichtsseite Ihrer App-Registrierung.",
  "Application (client) ID": "Anwendungs-ID (Client)",
  "On the same page.": "Auf derselben Seite.",
  "Client secret": "Geheimer Clientschlüssel",
  "The value of a client secret, not its ID. The page “Certificates & secrets” shows it once.":
    "Der Wert eines geheimen Clientschlüssels, nicht seine ID. Die Seite „Zertifikate & Geheimnisse“ zeigt ihn einmal.",
  "This is an access token, which expires within hours. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "Das ist ein Zugriffstoken, das nach wenigen Stunden abläuft. Verwenden Sie den Wert eines geheimen Clientschlüssels; seit 2021 hat er 40 Zeichen und enthält Q~.",
  "This is a certificate or a private key. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "Das ist ein Zertifikat oder ein privater Schlüssel. Verwenden Sie den Wert eines geheimen Clientschlüssels; seit 2021 hat er 40 Zeichen und enthält Q~.",
  "This is a connection string. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "Das ist eine Verbindungszeichenfolge. Verwenden Sie den Wert eines geheimen Clientschlüssels; seit 2021 hat er 40 Zeichen und enthält Q~.",
  "An app registration with this role on your vault": "Eine App-Registrierung mit dieser Rolle in Ihrem Tresor",
  "Replace the client ID and the vault's resource ID. The role is the least privileged one that covers the requested actions. If your vault uses access policies, grant the same secret permissions there.":
    "Ersetzen Sie die Client-ID und die Ressourcen-ID des Tresors. Die Rolle ist die kleinste, die Azure für das Angefragte hat. Ein Tresor mit Zugriffsrichtlinien braucht dort dieselben Rechte für Geheimnisse.",
};
