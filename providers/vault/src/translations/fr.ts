/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  credential: "identifiants",
  "See the names and descriptions of your projects": "Voir les noms et les descriptions de vos projets",
  "See the names of a project's configs": "Voir les noms des configurations d’un projet",
  "See the names of a config's secrets, but not their values":
    "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  Server: "Serveur",
  "Your Vault or OpenBao server, by the name that the operator of this service has given it.":
    "Votre serveur Vault ou OpenBao, tel que l’opérateur de ce service l’a nommé.",
  "Namespace (optional)": "Espace de noms (facultatif)",
  "Leave it empty if your server has no namespaces.":
    "Laissez ce champ vide si votre serveur n’a pas d’espaces de noms.",
  "Role ID (AppRole)": "ID de rôle (AppRole)",
  "From an AppRole whose tokens have the policy above and the policy “default”.":
    "Celui d’un AppRole dont les jetons ont la politique ci-dessus et la politique « default ».",
  "This is a token, which has a field of its own.": "C’est un jeton, qui a son propre champ.",
  "Secret ID (AppRole)": "ID secret (AppRole)",
  "A secret ID of this role with unlimited uses. The role's tokens must have unlimited uses too.":
    "Un ID pour ce rôle. Ni ses utilisations ni celles des jetons du rôle ne doivent être limitées.",
  "Service token": "Jeton de service",
  "Only if you have no role ID: a token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. The token isn't renewed.":
    "Seulement sans ID de rôle : un jeton avec la politique ci-dessus et la politique « default ». Les jetons root, batch et de récupération ne sont pas acceptés. Il n’est pas renouvelé.",
  "A service token.": "C’est un jeton de service.",
  "This is a batch token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "C’est un jeton batch. Utilisez l’ID de rôle et un ID secret d’un AppRole, ou un jeton de service (hvs.… ou s.…), avec seulement la politique nécessaire.",
  "This is a recovery token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "C’est un jeton de récupération. Utilisez l’ID de rôle et un ID secret d’un AppRole, ou un jeton de service (hvs.… ou s.…), avec seulement la politique nécessaire.",
  "A service token or an AppRole with this policy": "Un jeton de service ou un AppRole avec cette politique",
  "Replace kv with the path of your secrets engine and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    "Remplacez kv par le chemin de votre moteur de secrets et app/prod par le dossier. La politique n’autorise rien d’autre. Voir la liste des moteurs de secrets ne nécessite aucune politique.",
};
