/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Voir les noms et les descriptions de vos projets",
  "See the names of a project's configs": "Voir les noms des configurations d’un projet",
  "See the names of a config's secrets, but not their values":
    "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  Server: "Serveur",
  "Your Vault or OpenBao server, as the operator of this service has named it.":
    "Votre serveur Vault ou OpenBao, tel que l’opérateur de ce service l’a nommé.",
  "Namespace (optional)": "Espace de noms (facultatif)",
  "Leave it empty if your server has no namespaces.":
    "Laissez ce champ vide si votre serveur n’a pas d’espaces de noms.",
  "Service token": "Jeton de service",
  "A token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. It isn't renewed.":
    "Un jeton avec la politique ci-dessus et la politique « default ». Les jetons root, batch et de récupération ne sont pas acceptés. Il n’est pas renouvelé.",
  "A service token.": "C’est un jeton de service.",
  "This is a batch token. Use a service token (hvs.… or s.…) with only the policy that is needed.":
    "C’est un jeton batch. Utilisez un jeton de service (hvs.… ou s.…) qui n’a que la politique nécessaire.",
  "This is a recovery token. Use a service token (hvs.… or s.…) with only the policy that is needed.":
    "C’est un jeton de récupération. Utilisez un jeton de service (hvs.… ou s.…) qui n’a que la politique nécessaire.",
  "A service token with this policy": "Un jeton de service avec cette politique",
  "Replace kv with the path of your secrets engine, and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    "Remplacez kv par le chemin de votre moteur de secrets et app/prod par le dossier. La politique n’autorise rien d’autre. Voir la liste des moteurs de secrets ne nécessite aucune politique.",
};
