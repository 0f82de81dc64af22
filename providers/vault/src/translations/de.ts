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
  "Your Vault or OpenBao server, by the name that the operator of this service has given it.":
    "Ihr Vault- oder OpenBao-Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
  "Namespace (optional)": "Namensraum (optional)",
  "Leave it empty if your server has no namespaces.":
    "Lassen Sie das Feld leer, wenn Ihr Server keine Namensräume hat.",
  "Role ID (AppRole)": "Role-ID (AppRole)",
  "From an AppRole whose tokens have the policy above and the policy “default”.":
    "Die einer AppRole, deren Token die obige Policy und die Policy „default“ haben.",
  "This is a token, which has a field of its own.": "Das ist ein Token. Dafür gibt es ein eigenes Feld.",
  "Secret ID (AppRole)": "Secret-ID (AppRole)",
  "A secret ID of this role with unlimited uses. The role's tokens must have unlimited uses too.":
    "Eine für diese Rolle. Weder ihre Verwendungen noch die der Token der Rolle dürfen begrenzt sein.",
  "Service token": "Service-Token",
  "Only if you have no role ID: a token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. The token isn't renewed.":
    "Nur ohne Role-ID: ein Token mit der obigen Policy und der Policy „default“. Root-, Batch- und Recovery-Token werden nicht akzeptiert. Es wird nicht verlängert.",
  "A service token.": "Ein Service-Token.",
  "This is a batch token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "Das ist ein Batch-Token. Verwenden Sie Role-ID und Secret-ID einer AppRole oder ein Service-Token (hvs.… oder s.…), jeweils nur mit der nötigen Policy.",
  "This is a recovery token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "Das ist ein Recovery-Token. Verwenden Sie Role-ID und Secret-ID einer AppRole oder ein Service-Token (hvs.… oder s.…), jeweils nur mit der nötigen Policy.",
  "A service token or an AppRole with this policy": "Ein Service-Token oder eine AppRole mit dieser Policy",
  "Replace kv with the path of your secrets engine and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    "Ersetzen Sie kv durch den Pfad Ihrer Secrets Engine und app/prod durch den Ordner. Die Policy erlaubt sonst nichts. Secrets Engines aufzulisten braucht keine Policy.",
};
