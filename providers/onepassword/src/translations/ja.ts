/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  Server: "サーバー",
  "Your Connect server, by the name that the operator of this service has given it.":
    "このサービスの運営者が名前を付けた、お使いの Connect サーバーです。",
  "Access token": "アクセストークン",
  "A token that you created for this Connect server, with access to one vault.":
    "この Connect サーバー用に作成した、1 つの保管庫にアクセスできるトークンです。",
  "An access token.": "アクセストークンです。",
  "This is a service account token, which Connect servers don't accept. Use an access token (eyJ…) of your Connect server.":
    "これはサービスアカウントのトークンで、Connect サーバーでは使えません。お使いの Connect サーバーのアクセストークン（eyJ…）を使ってください。",
  "This is the Secret Key of a 1Password account. Use an access token (eyJ…) of your Connect server.":
    "これは 1Password アカウントの Secret Key です。お使いの Connect サーバーのアクセストークン（eyJ…）を使ってください。",
  "A Connect token with read and write access to one vault": "1 つの保管庫を読み書きできる Connect トークン",
  "A Connect token with read access to one vault": "1 つの保管庫を読み取れる Connect トークン",
  "Create it in 1Password under Developer, for the Connect server. It has access to no other vault. Give items that belong together the same tag.":
    "1Password の「Developer」で、Connect サーバー用に作成してください。ほかの保管庫は使えません。まとめて使うアイテムには同じタグを付けます。",
};
