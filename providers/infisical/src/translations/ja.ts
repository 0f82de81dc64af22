/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  Server: "サーバー",
  "Infisical's cloud in your region or your own server, as the operator of this service has named it.":
    "このサービスの運営者が名前を付けた、お使いのリージョンの Infisical クラウド、またはご自身のサーバーです。",
  "Access token": "アクセストークン",
  "Create one with Token Auth for a machine identity that has the role above. It isn't renewed, so choose a long lifetime.":
    "上のロールを持つマシン ID に対して、Token Auth で作成してください。更新は行われないので、有効期間を長くしてください。",
  "An access token.": "アクセストークンです。",
  "This is a service token. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "これはサービストークンです。マシン ID に対して Token Auth で作成したアクセストークン（eyJ…）を使ってください。",
  "This is an API key of a user. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "これはユーザーの API キーです。マシン ID に対して Token Auth で作成したアクセストークン（eyJ…）を使ってください。",
  "An access token of a machine identity with this role": "このロールを持つマシン ID のアクセストークン",
  "Make a role in the project with these permissions, and give it to the identity. Replace prod with your environment, and /payments with your folder. Listing projects and folders needs no permission of its own.":
    "プロジェクトにこれらの権限を持つロールを作り、マシン ID に割り当ててください。prod を使う環境に、/payments を使うフォルダーに置き換えてください。プロジェクトとフォルダーの一覧には、個別の権限は不要です。",
};
