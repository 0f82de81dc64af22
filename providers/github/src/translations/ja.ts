/** Japanese for what end users read: the English text as it stands in the code → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the list of your repositories": "リポジトリの一覧を見る",
  "See a repository's settings and description": "リポジトリの設定と説明を見る",
  "See the issues of a repository": "リポジトリの Issue を見る",
  "Read an issue": "Issue を読み取る",
  "Open issues in your name": "あなたの名前で Issue を作成する",
  "Change, close and reopen issues in your name": "あなたの名前で Issue を変更し、閉じ、再び開く",
  "Comment on issues and pull requests in your name": "あなたの名前で Issue とプルリクエストにコメントする",
  "See the pull requests of a repository": "リポジトリのプルリクエストを見る",
  "Read a pull request": "プルリクエストを読み取る",
  "Read files of a repository": "リポジトリのファイルを読み取る",
  "Search issues and pull requests that you can see": "あなたが見られる Issue とプルリクエストを検索する",
  "Read your profile": "プロフィールを読み取る",
  "Read and change the repositories that you can reach, public and private ones":
    "あなたがアクセスできる公開・非公開のリポジトリを読み取り、変更する",
};
