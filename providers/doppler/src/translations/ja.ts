/** Japanese for what end users read: the English text as it stands in the code → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of the configs of a project": "プロジェクトのコンフィグの名前を見る",
  "See the names of the secrets of a config, not their values":
    "コンフィグのシークレットの名前を見る（値は見えません）",
  "Read the value of a secret": "シークレットの値を読み取る",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  "Service Token or Service Account Token": "Service Token または Service Account Token",
  "A Service Token reaches one config; a Service Account Token reaches the projects that its service account was given. Personal and CLI tokens are not accepted.":
    "Service Token は 1 つのコンフィグに、Service Account Token はサービスアカウントに与えられたプロジェクトに届きます。個人トークンと CLI トークンは使えません。",
  "A Service Token reaches one config only. Projects and configs cannot be listed with it; all else works in that config.":
    "Service Token が届くのは 1 つのコンフィグだけです。プロジェクトやコンフィグの一覧は取得できませんが、そのコンフィグの中ではほかのすべてが使えます。",
  "A Service Token. It reaches the one config that it was made for.":
    "Service Token です。作成時に指定した 1 つのコンフィグに届きます。",
  "A Service Account Token. It reaches the projects that its service account was given.":
    "Service Account Token です。サービスアカウントに与えられたプロジェクトに届きます。",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは個人トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使ってください。",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これはCLI トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使ってください。",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これはSCIM トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使ってください。",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは監査トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使ってください。",
  "This is a service account identity token, which lives for a short time only. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "これは短時間だけ有効なサービスアカウント ID トークンです。Service Token（dp.st.…）または Service Account Token（dp.sa.…）を使ってください。",
  "A Service Account Token whose account may write in the projects needed":
    "必要なプロジェクトに書き込めるアカウントの Service Account Token",
  "A Service Account Token whose account may only view the projects needed":
    "必要なプロジェクトを見るだけのアカウントの Service Account Token",
  "Listing projects or configs reaches beyond a single config, which a Service Token cannot do. Give the service account the projects that are needed and no others.":
    "プロジェクトやコンフィグの一覧は 1 つのコンフィグの範囲を超えるため、Service Token では取得できません。サービスアカウントには必要なプロジェクトだけを与えてください。",
  "A Service Token with read/write access": "読み書きできる（read/write）Service Token",
  "It reaches one config and nothing else. Write access is needed because secrets are to be changed.":
    "1 つのコンフィグだけに届きます。シークレットを変更するため、書き込みの権限が必要です。",
  "A Service Token with read access": "読み取り専用（read）の Service Token",
  "It reaches one config and nothing else, and it cannot change anything there.":
    "1 つのコンフィグだけに届き、そこでは何も変更できません。",
};
