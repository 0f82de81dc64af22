/** French for what end users read: the English text as it stands in the code → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Voir les noms et descriptions de vos projets",
  "See the names of the configs of a project": "Voir les noms des configs d’un projet",
  "See the names of the secrets of a config, not their values":
    "Voir les noms des secrets d’une config, pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  "Service Token or Service Account Token": "Service Token ou Service Account Token",
  "A Service Token reaches one config; a Service Account Token reaches the projects that its service account was given. Personal and CLI tokens are not accepted.":
    "Un Service Token donne accès à une config ; un Service Account Token aux projets confiés à son compte de service. Les jetons personnels et CLI ne sont pas acceptés.",
  "A Service Token reaches one config only. Projects and configs cannot be listed with it; all else works in that config.":
    "Un Service Token ne donne accès qu’à une config. Il ne permet pas de lister les projets et les configs ; tout le reste fonctionne dans cette config.",
  "A Service Token. It reaches the one config that it was made for.":
    "Un Service Token. Il donne accès à la seule config pour laquelle il a été créé.",
  "A Service Account Token. It reaches the projects that its service account was given.":
    "Un Service Account Token. Il donne accès aux projets confiés à son compte de service.",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton personnel. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton CLI. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton SCIM. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton d’audit. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is a service account identity token, which lives for a short time only. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton d’identité de compte de service, qui ne vit que peu de temps. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "A Service Account Token whose account may write in the projects needed":
    "Un Service Account Token dont le compte peut écrire dans les projets nécessaires",
  "A Service Account Token whose account may only view the projects needed":
    "Un Service Account Token dont le compte peut seulement voir les projets nécessaires",
  "Listing projects or configs reaches beyond a single config, which a Service Token cannot do. Give the service account the projects that are needed and no others.":
    "Lister les projets ou les configs dépasse une seule config, ce qu’un Service Token ne peut pas faire. Donnez au compte de service les projets nécessaires et aucun autre.",
  "A Service Token with read/write access": "Un Service Token en lecture et écriture (read/write)",
  "It reaches one config and nothing else. Write access is needed because secrets are to be changed.":
    "Il donne accès à une config et à rien d’autre. L’écriture est nécessaire car des secrets doivent être modifiés.",
  "A Service Token with read access": "Un Service Token en lecture (read)",
  "It reaches one config and nothing else, and it cannot change anything there.":
    "Il donne accès à une config et à rien d’autre, et il ne peut rien y changer.",
};
