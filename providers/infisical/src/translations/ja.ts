/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  credential: "認証情報",
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  Server: "サーバー",
  "Infisical's cloud in your region or your own server, by the name that the operator of this service has given it.":
    "このサービスの運営者が名前を付けた、お使いのリージョンの Infisical クラウド、またはご自身のサーバーです。",
  "Client ID (Universal Auth)": "クライアント ID（Universal Auth）",
  "Shown under Universal Auth in your machine identity.": "マシン ID の Universal Auth に表示されます。",
  "Client secret (Universal Auth)": "クライアントシークレット（Universal Auth）",
  "Create one for this client ID, with unlimited uses. Infisical shows it only once.":
    "このクライアント ID に対して、使用回数を制限せずに作成してください。Infisical では一度だけ表示されます。",
  "Access token (Token Auth)": "アクセストークン（Token Auth）",
  "Only if you have no client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.":
    "クライアント ID がない場合のみ、マシン ID に対して Token Auth で作成してください。更新は行われないので、有効期間を長くしてください。",
  "An access token.": "アクセストークンです。",
  "This is an access token, which has a field of its own.": "これはアクセストークンです。専用の欄に入力してください。",
  "This is a service token. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "これはサービストークンです。マシン ID のクライアント ID とクライアントシークレット（Universal Auth）、またはそのアクセストークン（eyJ…、Token Auth）を使ってください。",
  "This is a user's API key. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "これはユーザーの API キーです。マシン ID のクライアント ID とクライアントシークレット（Universal Auth）、またはそのアクセストークン（eyJ…、Token Auth）を使ってください。",
  "A machine identity with this role": "このロールを持つマシン ID",
  "Create a project role with these permissions, and assign it to the identity. Replace prod with your environment and /payments with your folder. Listing projects and folders needs no permission.":
    "プロジェクトにこれらの権限を持つロールを作り、マシン ID に割り当ててください。prod を使う環境に、/payments を使うフォルダーに置き換えてください。プロジェクトとフォルダーの一覧には、個別の権限は不要です。",
};
