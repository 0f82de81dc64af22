/** German for what end users read: the English text as it stands in the code → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of the configs of a project": "Namen der Configs eines Projekts sehen",
  "See the names of the secrets of a config, not their values":
    "Namen der Secrets einer Config sehen, nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Secrets lesen",
  "Create and replace secrets": "Secrets anlegen und ersetzen",
  "Delete secrets": "Secrets löschen",
  "Service Token or Service Account Token": "Service Token oder Service Account Token",
  "A Service Token reaches one config; a Service Account Token reaches the projects that its service account was given. Personal and CLI tokens are not accepted.":
    "Ein Service Token reicht für eine Config; ein Service Account Token für die Projekte, die seinem Service Account gegeben wurden. Persönliche Tokens und CLI-Tokens werden nicht angenommen.",
  "A Service Token reaches one config only. Projects and configs cannot be listed with it; all else works in that config.":
    "Ein Service Token reicht nur für eine Config. Projekte und Configs lassen sich damit nicht auflisten; alles andere geht in dieser Config.",
  "A Service Token. It reaches the one config that it was made for.":
    "Ein Service Token. Es reicht für die eine Config, für die es erstellt wurde.",
  "A Service Account Token. It reaches the projects that its service account was given.":
    "Ein Service Account Token. Es reicht für die Projekte, die seinem Service Account gegeben wurden.",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein persönliches Token. Nehmen Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein CLI-Token. Nehmen Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein SCIM-Token. Nehmen Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein Audit-Token. Nehmen Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is a service account identity token, which lives for a short time only. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein Service Account Identity Token, das nur kurze Zeit gilt. Nehmen Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "A Service Account Token whose account may write in the projects needed":
    "Ein Service Account Token, dessen Account in den nötigen Projekten schreiben darf",
  "A Service Account Token whose account may only view the projects needed":
    "Ein Service Account Token, dessen Account die nötigen Projekte nur ansehen darf",
  "Listing projects or configs reaches beyond a single config, which a Service Token cannot do. Give the service account the projects that are needed and no others.":
    "Projekte oder Configs aufzulisten geht über eine einzelne Config hinaus; das kann ein Service Token nicht. Geben Sie dem Service Account die nötigen Projekte und keine anderen.",
  "A Service Token with read/write access": "Ein Service Token mit Lese- und Schreibzugriff (read/write)",
  "It reaches one config and nothing else. Write access is needed because secrets are to be changed.":
    "Es reicht für eine Config und nichts sonst. Schreibzugriff ist nötig, weil Secrets geändert werden sollen.",
  "A Service Token with read access": "Ein Service Token mit Lesezugriff (read)",
  "It reaches one config and nothing else, and it cannot change anything there.":
    "Es reicht für eine Config und nichts sonst, und es kann dort nichts ändern.",
};
