/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "client secret": "クライアント シークレット",
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  Vault: "キーコンテナー",
  "The name that the operator of this service gave your key vault.":
    "このサービスの運営者が名前を付けた、お使いのキーコンテナーです。",
  "Directory (tenant) ID": "ディレクトリ (テナント) ID",
  "On the overview page of your app registration.": "アプリの登録の概要ページにあります。",
  "Application (client) ID": "アプリケーション (クライアント) ID",
  "On the same page.": "同じページにあります。",
  "Client secret": "クライアント シークレット",
  "The value of a client secret, not its ID. The page “Certificates & secrets” shows it once.":
    "クライアント シークレットの ID ではなく値です。「証明書とシークレット」のページに一度だけ表示されます。",
  "This is an access token, which expires within hours. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "これはアクセストークンで、数時間で期限が切れます。クライアント シークレットの値を使ってください。2021 年以降の値は 40 文字で、Q~ を含みます。",
  "This is a certificate or a private key. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "これは証明書または秘密鍵です。クライアント シークレットの値を使ってください。2021 年以降の値は 40 文字で、Q~ を含みます。",
  "This is a connection string. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "これは接続文字列です。クライアント シークレットの値を使ってください。2021 年以降の値は 40 文字で、Q~ を含みます。",
  "An app registration with this role on your vault": "お使いのキーコンテナーに対してこのロールを持つアプリの登録",
  "Replace the client ID and the vault's resource ID. The role is the least privileged one that covers the requested actions. If your vault uses access policies, grant the same secret permissions there.":
    "クライアント ID とキーコンテナーのリソース ID を置き換えてください。このロールは、要求されている操作のために Azure が用意している最小のものです。アクセス ポリシーを使うキーコンテナーでは、シークレットに対する同じ権限がそこで必要です。",
};
