/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Voir les noms et les descriptions de vos projets",
  "See the names of a project's configs": "Voir les noms des configs d’un projet",
  "See the names of a config's secrets, but not their values":
    "Voir les noms des secrets d’une config, mais pas leurs valeurs",
  "Read the value of a secret": "Lire la valeur d’un secret",
  "Create and replace secrets": "Créer et remplacer des secrets",
  "Delete secrets": "Supprimer des secrets",
  "Service Token or Service Account Token": "Service Token ou Service Account Token",
  "A Service Token gives access to one config, a Service Account Token to the projects of its service account. Personal and CLI tokens aren't accepted.":
    "Un Service Token donne accès à une config ; un Service Account Token, aux projets de son compte de service. Les jetons personnels et CLI ne sont pas acceptés.",
  "A Service Token gives access to one config only. It can't list projects or configs; everything else works in that config.":
    "Un Service Token ne donne accès qu’à une config. Il ne permet pas de lister les projets ni les configs ; tout le reste fonctionne dans cette config.",
  "A Service Token. It gives access to one config.": "Un Service Token. Il donne accès à une config.",
  "A Service Account Token. It gives access to the projects of its service account.":
    "Un Service Account Token. Il donne accès aux projets de son compte de service.",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton personnel. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton CLI. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton SCIM. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton d’audit. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "This is a service account identity token, which is only valid for a short time. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "C’est un jeton d’identité de compte de service, valable peu de temps. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
  "A Service Account Token with write access to the projects you need":
    "Un Service Account Token avec un accès en écriture aux projets nécessaires",
  "A Service Account Token with read-only access to the projects you need":
    "Un Service Account Token avec un accès en lecture seule aux projets nécessaires",
  "A Service Token can't list projects or configs, because it is limited to one config. Give the service account only the projects it needs.":
    "Un Service Token ne peut pas lister les projets ni les configs, car il est limité à une config. Ne donnez au compte de service que les projets nécessaires.",
  "A Service Token with read/write access": "Un Service Token avec accès en lecture et écriture (read/write)",
  "It gives access to one config and nothing else. Write access is needed to change secrets.":
    "Il ne donne accès qu’à une config. L’accès en écriture est nécessaire pour modifier des secrets.",
  "A Service Token with read access": "Un Service Token avec accès en lecture (read)",
  "It gives access to one config and nothing else, and it can't change anything there.":
    "Il ne donne accès qu’à une config et ne peut rien y modifier.",
};
