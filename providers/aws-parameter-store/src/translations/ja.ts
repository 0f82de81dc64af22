/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow reading the descriptions of all parameters, without their values. If you use your own KMS key, also allow kms:Encrypt and kms:Decrypt on it.":
    "app/prod をお使いのプロジェクトと設定に置き換えてください。このポリシーはほかに何も許可しません。値を含まない説明の読み取りは、AWS ではすべてのパラメーターに対してしか許可できません。独自の KMS キーを使う場合は、そのキーに対する kms:Encrypt と kms:Decrypt も許可してください。",
};
