/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "service account key": "サービス アカウント キー",
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  "Create secrets that have no value yet": "まだ値のないシークレットを作成する",
  "Service account key": "サービス アカウント キー",
  "The JSON file that the Google Cloud console downloads when you create a key. Paste all of it.":
    "キーを作成したときに Google Cloud コンソールからダウンロードされる JSON ファイルです。全体を貼り付けてください。",
  "This is an API key. Use the whole JSON file of a service account key.":
    "これは API キーです。サービス アカウント キーの JSON ファイル全体を使ってください。",
  "This is an access token, which expires within an hour. Use the whole JSON file of a service account key.":
    "これはアクセストークンで、1 時間で期限が切れます。サービス アカウント キーの JSON ファイル全体を使ってください。",
  "This is only the private key of a service account. Use the whole JSON file of a service account key.":
    "これはサービス アカウントの秘密鍵だけです。サービス アカウント キーの JSON ファイル全体を使ってください。",
  "A key of a service account with these roles": "これらのロールを持つサービス アカウントのキー",
  "Replace the project and the service account's email address. With an IAM condition on the resource name, you can limit a role to the secrets of one config. Only listing needs access to the whole project.":
    "プロジェクトとサービス アカウントのメールアドレスを置き換えてください。リソース名に対する IAM の条件を使うと、ロールを 1 つの設定のシークレットに限定できます。プロジェクト全体が必要なのは一覧だけです。",
};
