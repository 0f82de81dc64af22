/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See the channels in your workspace": "ワークスペースのチャンネルを表示する",
  "See a channel in your workspace": "ワークスペースのチャンネルの情報を表示する",
  "Read the messages in channels that the app is in": "アプリが参加しているチャンネルのメッセージを読む",
  "Read threads in channels that the app is in": "アプリが参加しているチャンネルのスレッドを読む",
  "Send messages as the app": "アプリとしてメッセージを送信する",
  "Change the app's own messages": "アプリ自身のメッセージを変更する",
  "Delete the app's own messages": "アプリ自身のメッセージを削除する",
  "Schedule messages as the app": "アプリとしてメッセージを予約する",
  "React to messages as the app": "アプリとしてメッセージにリアクションする",
  "See the people in your workspace": "ワークスペースのメンバーを表示する",
  "Find people by their email address": "メールアドレスでメンバーを探す",
  "Start direct messages with people": "メンバーとのダイレクトメッセージを開始する",
  "Create channels in your workspace": "ワークスペースにチャンネルを作成する",
  "Invite people to channels": "メンバーをチャンネルに招待する",
  "See the public channels in your workspace": "ワークスペースのパブリックチャンネルを表示する",
  "See the private channels that the app is in": "アプリが参加しているプライベートチャンネルを表示する",
  "Read messages in public channels that the app is in": "アプリが参加しているパブリックチャンネルのメッセージを読む",
  "Read messages in private channels that the app is in":
    "アプリが参加しているプライベートチャンネルのメッセージを読む",
  "Send, change and delete the app's own messages": "アプリ自身のメッセージを送信、変更、削除する",
  "Add reactions to messages": "メッセージにリアクションを追加する",
  "See the email addresses of the people in your workspace": "ワークスペースのメンバーのメールアドレスを表示する",
  "Create and manage public channels": "パブリックチャンネルを作成、管理する",
  "Invite people to public channels": "メンバーをパブリックチャンネルに招待する",
  "See the direct messages that the app is in": "アプリが参加しているダイレクトメッセージを表示する",
  "See the group direct messages that the app is in": "アプリが参加しているグループダイレクトメッセージを表示する",
  "Read direct messages with the app": "アプリとのダイレクトメッセージを読む",
  "Read group direct messages that the app is in": "アプリが参加しているグループダイレクトメッセージを読む",
  "Start group direct messages with people": "メンバーとのグループダイレクトメッセージを開始する",
  "Invite people to private channels that the app is in":
    "アプリが参加しているプライベートチャンネルにメンバーを招待する",
  "Bot token": "ボットトークン",
  "The bot token of an app that is installed in your workspace.":
    "ワークスペースにインストールされたアプリのボットトークン。",
  "This is a bot token.": "これはボットトークンです。",
  "This is a user token. A bot token begins with xoxb-.":
    "これはユーザートークンです。ボットトークンは xoxb- で始まります。",
  "This token is rotated and ends after 12 hours. Connect on Slack's page instead.":
    "このトークンはローテーションされ、12 時間で失効します。代わりに Slack のページで接続してください。",
  "This is an app-level token. A bot token begins with xoxb-.":
    "これはアプリレベルトークンです。ボットトークンは xoxb- で始まります。",
};
