/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Die Namen und Beschreibungen Ihrer Projekte sehen",
  "See the names of a project's configs": "Die Namen der Configs eines Projekts sehen",
  "See the names of a config's secrets, but not their values":
    "Die Namen der Secrets einer Config sehen, aber nicht ihre Werte",
  "Read the value of a secret": "Den Wert eines Secrets lesen",
  "Create and replace secrets": "Secrets anlegen und ersetzen",
  "Delete secrets": "Secrets löschen",
  "Service Token or Service Account Token": "Service Token oder Service Account Token",
  "A Service Token gives access to one config, a Service Account Token to the projects of its service account. Personal and CLI tokens aren't accepted.":
    "Ein Service Token gibt Zugriff auf eine Config, ein Service Account Token auf die Projekte seines Service Accounts. Persönliche Token und CLI-Token werden nicht akzeptiert.",
  "A Service Token gives access to one config only. It can't list projects or configs; everything else works in that config.":
    "Ein Service Token gibt nur Zugriff auf eine Config. Projekte und Configs lassen sich damit nicht auflisten; alles andere funktioniert in dieser Config.",
  "A Service Token. It gives access to one config.": "Ein Service Token. Es gibt Zugriff auf eine Config.",
  "A Service Account Token. It gives access to the projects of its service account.":
    "Ein Service Account Token. Es gibt Zugriff auf die Projekte seines Service Accounts.",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein persönliches Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein CLI-Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein SCIM-Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein Audit-Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "This is a service account identity token, which is only valid for a short time. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Das ist ein Service Account Identity Token, das nur kurze Zeit gültig ist. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
  "A Service Account Token with write access to the projects you need":
    "Ein Service Account Token mit Schreibzugriff auf die benötigten Projekte",
  "A Service Account Token with read-only access to the projects you need":
    "Ein Service Account Token, das auf die benötigten Projekte nur lesend zugreifen darf",
  "A Service Token can't list projects or configs, because it is limited to one config. Give the service account only the projects it needs.":
    "Ein Service Token kann keine Projekte oder Configs auflisten, weil es auf eine Config beschränkt ist. Geben Sie dem Service Account nur die benötigten Projekte.",
  "A Service Token with read/write access": "Ein Service Token mit Lese- und Schreibzugriff (read/write)",
  "It gives access to one config and nothing else. Write access is needed to change secrets.":
    "Es gibt nur Zugriff auf eine Config. Der Schreibzugriff ist nötig, um Secrets zu ändern.",
  "A Service Token with read access": "Ein Service Token mit Lesezugriff (read)",
  "It gives access to one config and nothing else, and it can't change anything there.":
    "Es gibt nur Zugriff auf eine Config und kann dort nichts ändern.",
};
