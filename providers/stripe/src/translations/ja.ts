/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "restricted key": "制限付きキー",
  "See your customers": "顧客を表示する",
  "See a customer": "顧客の情報を表示する",
  "Create customers": "顧客を作成する",
  "Change customers": "顧客を変更する",
  "See your products": "商品を表示する",
  "Create products": "商品を作成する",
  "See your prices": "価格を表示する",
  "Create prices": "価格を作成する",
  "See your payments": "支払いを表示する",
  "See a payment": "決済を 1 件閲覧する",
  "See your refunds": "返金を表示する",
  "Refund payments": "支払いを返金する",
  "See your subscriptions": "サブスクリプションを表示する",
  "See a subscription": "サブスクリプションの情報を表示する",
  "Cancel subscriptions": "サブスクリプションを解約する",
  "See your balance": "残高を表示する",
  "Restricted key": "制限付きキー",
  "Create a restricted key with only the permissions listed here.":
    "ここに示す権限だけを持つ制限付きキーを作成してください。",
  "This is a restricted key.": "これは制限付きキーです。",
  "This is a secret key, which can do everything. Use a restricted key.":
    "これはすべての操作ができるシークレットキーです。制限付きキーを使用してください。",
  "This is a publishable key, which can't do this. Use a restricted key.":
    "これは公開可能キーで、この操作はできません。制限付きキーを使用してください。",
  "Permissions that the restricted key needs. It needs no others.": "制限付きキーの権限。ほかには何も必要ありません。",
};
