/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "プロジェクトの名前と説明を見る",
  "See the names of a project's configs": "プロジェクトの設定の名前を見る",
  "See the names of a config's secrets, but not their values": "設定にあるシークレットの名前を見る（値は見ない）",
  "Read the value of a secret": "シークレットの値を読む",
  "Create and replace secrets": "シークレットを作成し、置き換える",
  "Delete secrets": "シークレットを削除する",
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow listing the names of all secrets. If you use your own KMS key, also allow kms:Decrypt and kms:GenerateDataKey on it.":
    "app/prod をお使いのプロジェクトと設定に置き換えてください。このポリシーはほかに何も許可しません。名前の一覧は、AWS では全体としてしか許可できません。独自の KMS キーを使う場合は、そのキーに対する kms:Decrypt と kms:GenerateDataKey も許可してください。",
};
