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
  "Infisical's cloud in your region or your own server, as the operator of this service has named it.":
    "Die Cloud von Infisical in Ihrer Region oder Ihr eigener Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
  "Access token": "Access-Token",
  "Create one with Token Auth for a machine identity that has the role above. It isn't renewed, so choose a long lifetime.":
    "Erstellen Sie es mit Token Auth für eine Machine Identity, die die obige Rolle hat. Es wird nicht verlängert; geben Sie ihm daher eine lange Gültigkeit.",
  "An access token.": "Ein Access-Token.",
  "This is a service token. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "Das ist ein Service-Token. Verwenden Sie ein Access-Token (eyJ…), das Sie mit Token Auth für eine Machine Identity erstellt haben.",
  "This is an API key of a user. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "Das ist ein API-Schlüssel eines Benutzers. Verwenden Sie ein Access-Token (eyJ…), das Sie mit Token Auth für eine Machine Identity erstellt haben.",
  "An access token of a machine identity with this role": "Ein Access-Token einer Machine Identity mit dieser Rolle",
  "Make a role in the project with these permissions, and give it to the identity. Replace prod with your environment, and /payments with your folder. Listing projects and folders needs no permission of its own.":
    "Legen Sie im Projekt eine Rolle mit diesen Berechtigungen an und geben Sie sie der Machine Identity. Ersetzen Sie prod durch Ihre Umgebung und /payments durch Ihren Ordner. Projekte und Ordner aufzulisten braucht keine eigene Berechtigung.",
};
