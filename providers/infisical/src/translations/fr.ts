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
  "Infisical's cloud in your region or your own server, by the name that the operator of this service has given it.":
    "Le cloud d’Infisical de votre région ou votre propre serveur, tel que l’opérateur de ce service l’a nommé.",
  "Client ID (Universal Auth)": "ID client (Universal Auth)",
  "Shown under Universal Auth in your machine identity.": "Universal Auth de votre identité machine l’affiche.",
  "Client secret (Universal Auth)": "Secret client (Universal Auth)",
  "Create one for this client ID, with unlimited uses. Infisical shows it only once.":
    "Créez-en un pour cet ID client, sans limite d’utilisations. Infisical ne l’affiche qu’une fois.",
  "Access token (Token Auth)": "Jeton d’accès (Token Auth)",
  "Only if you have no client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.":
    "Seulement sans ID client : créez-le avec Token Auth pour l’identité machine. Il n’est pas renouvelé : donnez-lui une longue durée de vie.",
  "An access token.": "C’est un jeton d’accès.",
  "This is an access token, which has a field of its own.": "C’est un jeton d’accès, qui a son propre champ.",
  "This is a service token. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "C’est un jeton de service. Utilisez l’ID client et le secret client d’une identité machine (Universal Auth), ou son jeton d’accès (eyJ…, Token Auth).",
  "This is a user's API key. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "C’est une clé d’API d’un utilisateur. Utilisez l’ID client et le secret client d’une identité machine (Universal Auth), ou son jeton d’accès (eyJ…, Token Auth).",
  "A machine identity with this role": "Une identité machine avec ce rôle",
  "Create a project role with these permissions, and assign it to the identity. Replace prod with your environment and /payments with your folder. Listing projects and folders needs no permission.":
    "Créez dans le projet un rôle avec ces permissions et attribuez-le à l’identité. Remplacez prod par votre environnement et /payments par votre dossier. Voir la liste des projets et des dossiers ne nécessite aucune permission particulière.",
};
