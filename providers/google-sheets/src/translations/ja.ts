/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the title and sheets of a spreadsheet": "スプレッドシートのタイトルとシートを見る",
  "Create spreadsheets in your Drive": "ドライブにスプレッドシートを作成する",
  "Read your spreadsheets": "スプレッドシートを読み取る",
  "Change the values in your spreadsheets": "スプレッドシートの値を変更する",
  "Append rows to tables in your spreadsheets": "スプレッドシート内の表に行を追加する",
  "Append rows to your spreadsheets": "スプレッドシートに行を追加する",
  "Delete values from your spreadsheets": "スプレッドシートの値を削除する",
  "Add sheets to your spreadsheets": "スプレッドシートにシートを追加する",
  "Rename and hide sheets of your spreadsheets": "スプレッドシートのシートの名前を変更し、非表示にする",
  "See the metadata that apps store in a spreadsheet": "アプリがスプレッドシートに付けたメモを見る",
  "Delete this app's markers from your spreadsheets": "スプレッドシートからこのアプリの目印を削除する",
  "See all your spreadsheets": "すべてのスプレッドシートを見る",
  "See, create, change and delete all your spreadsheets": "すべてのスプレッドシートを見て、作成、変更、削除する",
  "See, create, change and delete the files in your Drive that you use with this app":
    "このアプリで使用するドライブ内のファイルを見て、作成、変更、削除する",
  "See your email address": "メールアドレスを見る",
};
