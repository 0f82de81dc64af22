/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "client secret": "secret client",
  "See the names and descriptions of your projects": "Voir les noms et les descriptions de vos projets",
  "See the names of a project's configs": "Voir les noms des configurations d’un projet",
  "See the names of a config's secrets, but not their values":
    "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  Vault: "Coffre",
  "The name that the operator of this service gave your key vault.":
    "Votre coffre de clés, tel que l’opérateur de ce service l’a nommé.",
  "Directory (tenant) ID": "ID de l’annuaire (locataire)",
  "On the overview page of your app registration.": "Sur la page de présentation de votre inscription d’application.",
  "Application (client) ID": "ID d’application (client)",
  "On the same page.": "Sur la même page.",
  "Client secret": "Secret client",
  "The value of a client secret, not its ID. The page “Certificates & secrets” shows it once.":
    "La valeur d’un secret client, pas son ID. La page « Certificats et secrets » ne l’affiche qu’une fois.",
  "This is an access token, which expires within hours. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "C’est un jeton d’accès, qui expire en quelques heures. Utilisez la valeur d’un secret client. Depuis 2021, elle a 40 caractères et contient Q~.",
  "This is a certificate or a private key. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "C’est un certificat ou une clé privée. Utilisez la valeur d’un secret client. Depuis 2021, elle a 40 caractères et contient Q~.",
  "This is a connection string. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "C’est une chaîne de connexion. Utilisez la valeur d’un secret client. Depuis 2021, elle a 40 caractères et contient Q~.",
  "An app registration with this role on your vault": "Une inscription d’application avec ce rôle sur votre coffre",
  "Replace the client ID and the vault's resource ID. The role is the least privileged one that covers the requested actions. If your vault uses access policies, grant the same secret permissions there.":
    "Remplacez l’ID client et l’ID de ressource du coffre. Le rôle est le plus restreint qu’Azure propose pour ce qui est demandé. Un coffre à stratégies d’accès exige les mêmes droits sur les secrets.",
};
