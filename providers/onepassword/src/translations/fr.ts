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
  "Your Connect server, by the name that the operator of this service has given it.":
    "Votre serveur Connect, tel que l’opérateur de ce service l’a nommé.",
  "Access token": "Jeton d’accès",
  "A token that you created for this Connect server, with access to one vault.":
    "Un jeton que vous avez créé pour ce serveur Connect, avec accès à un coffre.",
  "An access token.": "C’est un jeton d’accès.",
  "This is a service account token, which Connect servers don't accept. Use an access token (eyJ…) of your Connect server.":
    "C’est un jeton de compte de service, que les serveurs Connect n’acceptent pas. Utilisez un jeton d’accès (eyJ…) de votre serveur Connect.",
  "This is the Secret Key of a 1Password account. Use an access token (eyJ…) of your Connect server.":
    "C’est la Secret Key d’un compte 1Password. Utilisez un jeton d’accès (eyJ…) de votre serveur Connect.",
  "A Connect token with read and write access to one vault":
    "Un jeton Connect avec accès en lecture et en écriture à un coffre",
  "A Connect token with read access to one vault": "Un jeton Connect avec accès en lecture à un coffre",
  "Create it in 1Password under Developer, for the Connect server. It has access to no other vault. Give items that belong together the same tag.":
    "Créez-le chez 1Password, sous « Developer », pour le serveur Connect. Il ne peut utiliser aucun autre coffre. Les éléments qui vont ensemble ont la même étiquette.",
};
