/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "Search your mail": "メールを検索する",
  "Read your mail": "メールを読む",
  "Send mail as you": "あなたの代わりにメールを送信する",
  "Reply to your mail": "メールに返信する",
  "Label, archive and mark your mail": "メールにラベルや印を付け、アーカイブする",
  "Move your mail to the trash": "メールをゴミ箱に移動する",
  "See your conversations": "会話を表示する",
  "See who wrote in your conversations": "会話に誰が書いたかを表示する",
  "See your drafts": "下書きを表示する",
  "Read your drafts": "下書きを読む",
  "Write drafts in your mailbox": "メールボックスに下書きを作成する",
  "Send your drafts": "下書きを送信する",
  "See your labels": "ラベルを表示する",
  "Create labels in your mailbox": "メールボックスにラベルを作成する",
  "Read all your messages and settings": "すべてのメッセージと設定を読む",
  "See and change your drafts, and send mail as you": "下書きの表示と変更、あなたの代わりのメール送信",
  "Read, write and send mail as you, and move your messages to the trash":
    "あなたの代わりにメールを読み、作成し、送信し、メッセージをゴミ箱に移動する",
  "See and change your labels": "ラベルの表示と変更",
  "See your email address": "メールアドレスを表示する",
};
