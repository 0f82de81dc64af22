/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  credential: "Zugangsdaten",
  "See the names and descriptions of your projects": "Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of a project's configs": "Namen der Konfigurationen eines Projekts sehen",
  "See the names of a config's secrets, but not their values":
    "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Geheimnisses lesen",
  "Create and replace secrets": "Geheimnisse anlegen und ersetzen",
  "Delete secrets": "Geheimnisse löschen",
  Server: "Name des Servers",
  "Infisical's cloud in your region or your own server, by the name that the operator of this service has given it.":
    "Die Cloud von Infisical in Ihrer Region oder Ihr eigener Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
  "Client ID (Universal Auth)": "Client-ID (Universal Auth)",
  "Shown under Universal Auth in your machine identity.": "Universal Auth Ihrer Machine Identity zeigt sie an.",
  "Client secret (Universal Auth)": "Client-Secret (Universal Auth)",
  "Create one for this client ID, with unlimited uses. Infisical shows it only once.":
    "Erstellen Sie eines für diese Client-ID, ohne die Zahl der Verwendungen zu begrenzen. Infisical zeigt es nur einmal.",
  "Access token (Token Auth)": "Access-Token (Token Auth)",
  "Only if you have no client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.":
    "Nur ohne Client-ID: Erstellen Sie es mit Token Auth für die Machine Identity. Es wird nicht verlängert; geben Sie ihm daher eine lange Gültigkeit.",
  "An access token.": "Ein Access-Token.",
  "This is an access token, which has a field of its own.": "Das ist ein Access-Token. Dafür gibt es ein eigenes Feld.",
  "This is a service token. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "Das ist ein Service-Token. Verwenden Sie Client-ID und Client-Secret einer Machine Identity (Universal Auth) oder ihr Access-Token (eyJ…, Token Auth).",
  "This is a user's API key. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "Das ist ein API-Schlüssel eines Benutzers. Verwenden Sie Client-ID und Client-Secret einer Machine Identity (Universal Auth) oder ihr Access-Token (eyJ…, Token Auth).",
  "A machine identity with this role": "Eine Machine Identity mit dieser Rolle",
  "Create a project role with these permissions, and assign it to the identity. Replace prod with your environment and /payments with your folder. Listing projects and folders needs no permission.":
    "Legen Sie im Projekt eine Rolle mit diesen Berechtigungen an und geben Sie sie der Machine Identity. Ersetzen Sie prod durch Ihre Umgebung und /payments durch Ihren Ordner. Projekte und Ordner aufzulisten braucht keine eigene Berechtigung.",
};
