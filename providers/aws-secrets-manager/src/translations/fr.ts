/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Voir les noms et les descriptions de vos projets",
  "See the names of a project's configs": "Voir les noms des configurations d’un projet",
  "See the names of a config's secrets, but not their values":
    "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow listing the names of all secrets. If you use your own KMS key, also allow kms:Decrypt and kms:GenerateDataKey on it.":
    "Remplacez app/prod par votre projet et votre configuration. La politique n’autorise rien d’autre ; AWS ne peut autoriser que la liste de tous les noms. Pour une clé KMS à vous, autorisez aussi kms:Decrypt et kms:GenerateDataKey sur celle-ci.",
};
