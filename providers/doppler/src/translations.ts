/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "See the names and descriptions of your projects": {
    de: "Die Namen und Beschreibungen Ihrer Projekte sehen",
    es: "Ver los nombres y las descripciones de sus proyectos",
    fr: "Voir les noms et les descriptions de vos projets",
    ja: "プロジェクトの名前と説明を見る",
  },
  "See the names of a project's configs": {
    de: "Die Namen der Configs eines Projekts sehen",
    es: "Ver los nombres de las configs de un proyecto",
    fr: "Voir les noms des configs d’un projet",
    ja: "プロジェクトのコンフィグ名を見る",
  },
  "See the names of a config's secrets, but not their values": {
    de: "Die Namen der Secrets einer Config sehen, aber nicht ihre Werte",
    es: "Ver los nombres de los secretos de una config, pero no sus valores",
    fr: "Voir les noms des secrets d’une config, mais pas leurs valeurs",
    ja: "コンフィグのシークレット名を見る（値は見えません）",
  },
  "Read the value of a secret": {
    de: "Den Wert eines Secrets lesen",
    es: "Leer el valor de un secreto",
    fr: "Lire la valeur d’un secret",
    ja: "シークレットの値を読み取る",
  },
  "Create and replace secrets": {
    de: "Secrets anlegen und ersetzen",
    es: "Crear y reemplazar secretos",
    fr: "Créer et remplacer des secrets",
    ja: "シークレットを作成・上書きする",
  },
  "Delete secrets": {
    de: "Secrets löschen",
    es: "Eliminar secretos",
    fr: "Supprimer des secrets",
    ja: "シークレットを削除する",
  },
  "Service Token or Service Account Token": {
    de: "Service Token oder Service Account Token",
    es: "Service Token o Service Account Token",
    fr: "Service Token ou Service Account Token",
    ja: "Service Token または Service Account Token",
  },
  "A Service Token (dp.st.…) gives access to one config, a Service Account Token (dp.sa.…) to the projects of its service account. Personal and CLI tokens aren't accepted.":
    {
      de: "Ein Service Token (dp.st.…) gibt Zugriff auf eine Config, ein Service Account Token (dp.sa.…) auf die Projekte seines Service Accounts. Persönliche Token und CLI-Token werden nicht akzeptiert.",
      es: "Un Service Token (dp.st.…) da acceso a una config; un Service Account Token (dp.sa.…), a los proyectos de su cuenta de servicio. No se aceptan tokens personales ni de CLI.",
      fr: "Un Service Token (dp.st.…) donne accès à une config ; un Service Account Token (dp.sa.…), aux projets de son compte de service. Les jetons personnels et CLI ne sont pas acceptés.",
      ja: "Service Token（dp.st.…）では 1 つのコンフィグに、Service Account Token（dp.sa.…）ではサービスアカウントのプロジェクトにアクセスできます。個人トークンと CLI トークンは使用できません。",
    },
  "A Service Token gives access to one config only. It can't list projects or configs; everything else works in that config.":
    {
      de: "Ein Service Token gibt nur Zugriff auf eine Config. Projekte und Configs lassen sich damit nicht auflisten; alles andere funktioniert in dieser Config.",
      es: "Un Service Token solo da acceso a una config. No permite listar proyectos ni configs; todo lo demás funciona en esa config.",
      fr: "Un Service Token ne donne accès qu’à une config. Il ne permet pas de lister les projets ni les configs ; tout le reste fonctionne dans cette config.",
      ja: "Service Token でアクセスできるのは 1 つのコンフィグだけです。プロジェクトやコンフィグの一覧は取得できませんが、そのコンフィグ内のほかの操作はすべて行えます。",
    },
  "A Service Token. It gives access to one config.": {
    de: "Ein Service Token. Es gibt Zugriff auf eine Config.",
    es: "Un Service Token. Da acceso a una config.",
    fr: "Un Service Token. Il donne accès à une config.",
    ja: "Service Token です。1 つのコンフィグにアクセスできます。",
  },
  "A Service Account Token. It gives access to the projects of its service account.": {
    de: "Ein Service Account Token. Es gibt Zugriff auf die Projekte seines Service Accounts.",
    es: "Un Service Account Token. Da acceso a los proyectos de su cuenta de servicio.",
    fr: "Un Service Account Token. Il donne accès aux projets de son compte de service.",
    ja: "Service Account Token です。サービスアカウントのプロジェクトにアクセスできます。",
  },
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).": {
    de: "Das ist ein persönliches Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
    es: "Este es un token personal. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
    fr: "C’est un jeton personnel. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
    ja: "これは個人トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  },
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).": {
    de: "Das ist ein CLI-Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
    es: "Este es un token de CLI. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
    fr: "C’est un jeton CLI. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
    ja: "これは CLI トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  },
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).": {
    de: "Das ist ein SCIM-Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
    es: "Este es un token SCIM. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
    fr: "C’est un jeton SCIM. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
    ja: "これは SCIM トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  },
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).": {
    de: "Das ist ein Audit-Token. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
    es: "Este es un token de auditoría. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
    fr: "C’est un jeton d’audit. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
    ja: "これは監査トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  },
  "This is a service account identity token, which is only valid for a short time. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    {
      de: "Das ist ein Service Account Identity Token, das nur kurze Zeit gültig ist. Verwenden Sie ein Service Token (dp.st.…) oder ein Service Account Token (dp.sa.…).",
      es: "Este es un token de identidad de cuenta de servicio, que solo es válido durante poco tiempo. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
      fr: "C’est un jeton d’identité de compte de service, valable peu de temps. Utilisez un Service Token (dp.st.…) ou un Service Account Token (dp.sa.…).",
      ja: "これは短時間だけ有効なサービスアカウント ID トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
    },
  "A Service Account Token with write access to the projects you need": {
    de: "Ein Service Account Token mit Schreibzugriff auf die benötigten Projekte",
    es: "Un Service Account Token con acceso de escritura a los proyectos necesarios",
    fr: "Un Service Account Token avec un accès en écriture aux projets nécessaires",
    ja: "必要なプロジェクトへの書き込み権限を持つ Service Account Token",
  },
  "A Service Account Token with read-only access to the projects you need": {
    de: "Ein Service Account Token, das auf die benötigten Projekte nur lesend zugreifen darf",
    es: "Un Service Account Token con acceso de solo lectura a los proyectos necesarios",
    fr: "Un Service Account Token avec un accès en lecture seule aux projets nécessaires",
    ja: "必要なプロジェクトへの読み取り専用権限を持つ Service Account Token",
  },
  "A Service Token can't list projects or configs, because it is limited to one config. Give the service account only the projects it needs.":
    {
      de: "Ein Service Token kann keine Projekte oder Configs auflisten, weil es auf eine Config beschränkt ist. Geben Sie dem Service Account nur die benötigten Projekte.",
      es: "Un Service Token no puede listar proyectos ni configs, porque está limitado a una config. Dé a la cuenta de servicio acceso solo a los proyectos necesarios.",
      fr: "Un Service Token ne peut pas lister les projets ni les configs, car il est limité à une config. Ne donnez au compte de service que les projets nécessaires.",
      ja: "Service Token は 1 つのコンフィグに限られるため、プロジェクトやコンフィグの一覧を取得できません。サービスアカウントには必要なプロジェクトだけを割り当ててください。",
    },
  "A Service Token with read/write access": {
    de: "Ein Service Token mit Lese- und Schreibzugriff (read/write)",
    es: "Un Service Token con acceso de lectura y escritura (read/write)",
    fr: "Un Service Token avec accès en lecture et écriture (read/write)",
    ja: "読み書きできる（read/write）Service Token",
  },
  "It gives access to one config and nothing else. Write access is needed to change secrets.": {
    de: "Es gibt nur Zugriff auf eine Config. Der Schreibzugriff ist nötig, um Secrets zu ändern.",
    es: "Da acceso a una sola config. El acceso de escritura es necesario para cambiar secretos.",
    fr: "Il ne donne accès qu’à une config. L’accès en écriture est nécessaire pour modifier des secrets.",
    ja: "アクセスできるのは 1 つのコンフィグだけです。シークレットを変更するには書き込み権限が必要です。",
  },
  "A Service Token with read access": {
    de: "Ein Service Token mit Lesezugriff (read)",
    es: "Un Service Token con acceso de lectura (read)",
    fr: "Un Service Token avec accès en lecture (read)",
    ja: "読み取り専用（read）の Service Token",
  },
  "It gives access to one config and nothing else, and it can't change anything there.": {
    de: "Es gibt nur Zugriff auf eine Config und kann dort nichts ändern.",
    es: "Da acceso a una sola config y no puede cambiar nada en ella.",
    fr: "Il ne donne accès qu’à une config et ne peut rien y modifier.",
    ja: "アクセスできるのは 1 つのコンフィグだけで、何も変更できません。",
  },
};
