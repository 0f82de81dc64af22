/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the list of your repositories": "リポジトリの一覧を見る",
  "See a repository's settings and description": "リポジトリの設定と説明を見る",
  "See a repository's issues": "リポジトリの Issue を見る",
  "Read an issue": "Issue を読み取る",
  "See the comments on an issue": "Issue のコメントを見る",
  "Open issues on your behalf": "あなたの名前で Issue を作成する",
  "Change, close and reopen issues on your behalf": "あなたの名前で Issue を変更し、閉じ、再び開く",
  "Comment on issues and pull requests on your behalf": "あなたの名前で Issue とプルリクエストにコメントする",
  "See a repository's pull requests": "リポジトリのプルリクエストを見る",
  "Read a pull request": "プルリクエストを読み取る",
  "Read a repository's files": "リポジトリのファイルを読み取る",
  "Search issues and pull requests that you can see": "あなたが見られる Issue とプルリクエストを検索する",
  "Read your profile": "プロフィールを読み取る",
  "Read and change the public and private repositories that you have access to":
    "あなたがアクセスできる公開・非公開のリポジトリを読み取り、変更する",
};
