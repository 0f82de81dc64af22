/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトのコンフィグ名を見る",
  "See the names of a config's secrets, but not their values": "コンフィグのシークレット名を見る（値は見えません）",
  "Read the value of a secret": "シークレットの値を読み取る",
  "Create and replace secrets": "シークレットを作成・上書きする",
  "Delete secrets": "シークレットを削除する",
  "Service Token or Service Account Token": "Service Token または Service Account Token",
  "A Service Token gives access to one config, a Service Account Token to the projects of its service account. Personal and CLI tokens aren't accepted.":
    "Service Token では 1 つのコンフィグに、Service Account Token ではサービスアカウントのプロジェクトにアクセスできます。個人トークンと CLI トークンは使用できません。",
  "A Service Token gives access to one config only. It can't list projects or configs; everything else works in that config.":
    "Service Token でアクセスできるのは 1 つのコンフィグだけです。プロジェクトやコンフィグの一覧は取得できませんが、そのコンフィグ内のほかの操作はすべて行えます。",
  "A Service Token. It gives access to one config.": "Service Token です。1 つのコンフィグにアクセスできます。",
  "A Service Account Token. It gives access to the projects of its service account.":
    "Service Account Token です。サービスアカウントのプロジェクトにアクセスできます。",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは個人トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは CLI トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは SCIM トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは監査トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  "This is a service account identity token, which is only valid for a short time. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは短時間だけ有効なサービスアカウント ID トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使用してください。",
  "A Service Account Token with write access to the projects you need":
    "必要なプロジェクトへの書き込み権限を持つ Service Account Token",
  "A Service Account Token with read-only access to the projects you need":
    "必要なプロジェクトへの読み取り専用権限を持つ Service Account Token",
  "A Service Token can't list projects or configs, because it is limited to one config. Give the service account only the projects it needs.":
    "Service Token は 1 つのコンフィグに限られるため、プロジェクトやコンフィグの一覧を取得できません。サービスアカウントには必要なプロジェクトだけを割り当ててください。",
  "A Service Token with read/write access": "読み書きできる（read/write）Service Token",
  "It gives access to one config and nothing else. Write access is needed to change secrets.":
    "アクセスできるのは 1 つのコンフィグだけです。シークレットを変更するには書き込み権限が必要です。",
  "A Service Token with read access": "読み取り専用（read）の Service Token",
  "It gives access to one config and nothing else, and it can't change anything there.":
    "アクセスできるのは 1 つのコンフィグだけで、何も変更できません。",
};
