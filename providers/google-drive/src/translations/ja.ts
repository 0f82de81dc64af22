/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the names, folders and sharing of your files": "ファイルの名前、フォルダ、共有設定を見る",
  "Search the contents of your files": "ファイルの内容を検索する",
  "See the name, folder and times of a file": "ファイルの名前、フォルダ、日時を見る",
  "Read the text of your files": "ファイルのテキストを読み取る",
  "Create folders in your Drive": "ドライブにフォルダを作成する",
  "Create files in your Drive": "ドライブにファイルを作成する",
  "Create Google documents in your Drive": "ドライブに Google ドキュメントを作成する",
  "Rename, move and trash your files": "ファイルの名前を変更し、移動し、ゴミ箱に入れる",
  "Copy files in your Drive": "ドライブのファイルをコピーする",
  "See who can open a file": "ファイルを開くことができるユーザーを見る",
  "Share your files with others": "ファイルを共有する",
  "Stop sharing your files with others": "ファイルの共有を停止する",
  "See your name, your address and how much storage you use": "名前、メールアドレス、ストレージ使用量を見る",
  "See, create, change and delete the files in your Drive that you use with this app":
    "このアプリで使用するドライブ内のファイルを見て、作成、変更、削除する",
  "See the names, folders and sharing of all your files, but not their contents":
    "すべてのファイルの名前、フォルダ、共有設定を見る（内容を除く）",
  "See and download all your files": "すべてのファイルを見て、ダウンロードする",
};
