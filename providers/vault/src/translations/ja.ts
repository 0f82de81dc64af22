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
  "Your Vault or OpenBao server, by the name that the operator of this service has given it.":
    "このサービスの運営者が名前を付けた、お使いの Vault または OpenBao のサーバーです。",
  "Namespace (optional)": "名前空間（任意）",
  "Leave it empty if your server has no namespaces.": "サーバーに名前空間がない場合は空のままにしてください。",
  "Role ID (AppRole)": "ロール ID（AppRole）",
  "From an AppRole whose tokens have the policy above and the policy “default”.":
    "トークンに上のポリシーと「default」ポリシーが付く AppRole のロール ID です。",
  "This is a token, which has a field of its own.": "これはトークンです。専用の欄に入力してください。",
  "Secret ID (AppRole)": "シークレット ID（AppRole）",
  "A secret ID of this role with unlimited uses. The role's tokens must have unlimited uses too.":
    "このロールのシークレット ID です。その使用回数も、ロールのトークンの使用回数も、制限しないでください。",
  "Service token": "サービストークン",
  "Only if you have no role ID: a token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. The token isn't renewed.":
    "ロール ID がない場合のみ、上のポリシーと「default」ポリシーを持つトークンを入力してください。ルート、バッチ、リカバリーの各トークンは使えません。更新は行われません。",
  "A service token.": "サービストークンです。",
  "This is a batch token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "これはバッチトークンです。必要なポリシーだけを持つ AppRole のロール ID とシークレット ID、またはサービストークン（hvs.… または s.…）を使ってください。",
  "This is a recovery token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "これはリカバリートークンです。必要なポリシーだけを持つ AppRole のロール ID とシークレット ID、またはサービストークン（hvs.… または s.…）を使ってください。",
  "A service token or an AppRole with this policy": "このポリシーを持つサービストークンまたは AppRole",
  "Replace kv with the path of your secrets engine and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    "kv をシークレットエンジンのパスに、app/prod をフォルダーに置き換えてください。このポリシーはほかに何も許可しません。シークレットエンジンの一覧にはポリシーは不要です。",
};
