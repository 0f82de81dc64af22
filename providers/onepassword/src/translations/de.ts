/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of a project's configs": "Namen der Konfigurationen eines Projekts sehen",
  "See the names of a config's secrets, but not their values":
    "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Geheimnisses lesen",
  "Create and replace secrets": "Geheimnisse anlegen und ersetzen",
  "Delete secrets": "Geheimnisse löschen",
  Server: "Name des Servers",
  "Your Connect server, by the name that the operator of this service has given it.":
    "Ihr Connect-Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
  "Access token": "Access-Token",
  "A token that you created for this Connect server, with access to one vault.":
    "Ein Token, das Sie für diesen Connect-Server erstellt haben, mit Zugriff auf einen Tresor.",
  "An access token.": "Ein Access-Token.",
  "This is a service account token, which Connect servers don't accept. Use an access token (eyJ…) of your Connect server.":
    "Das ist das Token eines Servicekontos, das Connect-Server nicht akzeptieren. Verwenden Sie ein Access-Token (eyJ…) Ihres Connect-Servers.",
  "This is the Secret Key of a 1Password account. Use an access token (eyJ…) of your Connect server.":
    "Das ist der Secret Key eines 1Password-Kontos. Verwenden Sie ein Access-Token (eyJ…) Ihres Connect-Servers.",
  "A Connect token with read and write access to one vault":
    "Ein Connect-Token mit Lese- und Schreibzugriff auf einen Tresor",
  "A Connect token with read access to one vault": "Ein Connect-Token mit Lesezugriff auf einen Tresor",
  "Create it in 1Password under Developer, for the Connect server. It has access to no other vault. Give items that belong together the same tag.":
    "Erstellen Sie es bei 1Password unter „Developer“ für den Connect-Server. Es kann keinen anderen Tresor verwenden. Objekte, die zusammengehören, haben dasselbe Tag.",
};
