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
  "Infisical's cloud in your region or your own server, as the operator of this service has named it.":
    "Le cloud d’Infisical de votre région ou votre propre serveur, tel que l’opérateur de ce service l’a nommé.",
  "Access token": "Jeton d’accès",
  "Create one with Token Auth for a machine identity that has the role above. It isn't renewed, so choose a long lifetime.":
    "Créez-le avec Token Auth pour une identité machine qui a le rôle ci-dessus. Il n’est pas renouvelé : donnez-lui une longue durée de vie.",
  "An access token.": "C’est un jeton d’accès.",
  "This is a service token. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "C’est un jeton de service. Utilisez un jeton d’accès (eyJ…) que vous avez créé avec Token Auth pour une identité machine.",
  "This is an API key of a user. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "C’est une clé d’API d’un utilisateur. Utilisez un jeton d’accès (eyJ…) que vous avez créé avec Token Auth pour une identité machine.",
  "An access token of a machine identity with this role": "Un jeton d’accès d’une identité machine avec ce rôle",
  "Make a role in the project with these permissions, and give it to the identity. Replace prod with your environment, and /payments with your folder. Listing projects and folders needs no permission of its own.":
    "Créez dans le projet un rôle avec ces permissions et attribuez-le à l’identité. Remplacez prod par votre environnement et /payments par votre dossier. Voir la liste des projets et des dossiers ne nécessite aucune permission particulière.",
};
