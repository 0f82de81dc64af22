/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the issues in your workspace": "ワークスペースのイシューを表示する",
  "Read your issues": "イシューを読む",
  "Search your issues": "イシューを検索する",
  "Create issues": "イシューを作成する",
  "Change your issues": "イシューを変更する",
  "Archive your issues": "イシューをアーカイブする",
  "See the comments on your issues": "イシューのコメントを表示する",
  "Comment on issues": "イシューにコメントする",
  "See what your issues link to": "イシューのリンク先を表示する",
  "Link pages to your issues": "イシューにページをリンクする",
  "See your teams": "チームを表示する",
  "See the states of your issues": "イシューの状態を表示する",
  "See the labels of your issues": "イシューのラベルを表示する",
  "See who is in your workspace": "ワークスペースのメンバーを表示する",
  "See your projects": "プロジェクトを表示する",
  "See everything in your workspace that you can see": "ワークスペースであなたが見られるすべてを表示する",
  "Change everything in your workspace that you can change": "ワークスペースであなたが変更できるすべてを変更する",
  "API key": "API キー",
  "A personal API key. It acts as you.": "個人の API キー。あなたとして動作します。",
  "This is a personal API key.": "これは個人の API キーです。",
  "This is an app's token. An API key begins with lin_api_.":
    "これはアプリのトークンです。キーは lin_api_ で始まります。",
  "This is a webhook secret. An API key begins with lin_api_.":
    "これは Webhook のシークレットです。キーは lin_api_ で始まります。",
};
