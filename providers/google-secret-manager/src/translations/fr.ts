/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "service account key": "clé de compte de service",
  "See the names and descriptions of your projects": "Voir les noms et les descriptions de vos projets",
  "See the names of a project's configs": "Voir les noms des configurations d’un projet",
  "See the names of a config's secrets, but not their values":
    "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  "Create secrets that have no value yet": "Créer des secrets qui n’ont pas encore de valeur",
  "Service account key": "Clé de compte de service",
  "The JSON file that the Google Cloud console downloads when you create a key. Paste all of it.":
    "Le fichier JSON que la console Google Cloud télécharge à la création d’une clé. Collez-le en entier.",
  "This is an API key. Use the whole JSON file of a service account key.":
    "C’est une clé d’API. Utilisez le fichier JSON complet d’une clé de compte de service.",
  "This is an access token, which expires within an hour. Use the whole JSON file of a service account key.":
    "C’est un jeton d’accès, qui expire au bout d’une heure. Utilisez le fichier JSON complet d’une clé de compte de service.",
  "This is only the private key of a service account. Use the whole JSON file of a service account key.":
    "C’est seulement la clé privée d’un compte de service. Utilisez le fichier JSON complet d’une clé de compte de service.",
  "A key of a service account with these roles": "Une clé d’un compte de service avec ces rôles",
  "Replace the project and the service account's email address. With an IAM condition on the resource name, you can limit a role to the secrets of one config. Only listing needs access to the whole project.":
    "Remplacez le projet et l’adresse e-mail du compte de service. Avec une condition IAM sur le nom de la ressource, vous pouvez limiter un rôle aux secrets d’une configuration ; seule la liste a besoin du projet entier.",
};
