/** Japanese for the texts that end users read: the exact English text → its translation. */
export const ja: Readonly<Record<string, string>> = {
  "See which calendars you have": "どのカレンダーがあるかを表示する",
  "See the events on your calendars": "カレンダーの予定を表示する",
  "See the dates of your recurring events": "定期的な予定の日程を表示する",
  "See the details of your events": "予定の詳細を表示する",
  "Create events on your calendars": "カレンダーに予定を作成する",
  "Change the events on your calendars": "カレンダーの予定を変更する",
  "Answer invitations on your behalf": "ユーザーに代わって招待に返答する",
  "Move events between your calendars": "カレンダー間で予定を移動する",
  "Delete events from your calendars": "カレンダーから予定を削除する",
  "See when you and others are busy": "自分や他の人の予定の有無を表示する",
  "See the events on all your calendars": "すべてのカレンダーの予定を表示する",
  "See, create, change and delete the events on all your calendars":
    "すべてのカレンダーの予定を表示、作成、変更、削除する",
  "See when you are busy, but not why": "予定の有無だけを表示する(内容は表示しない)",
  "See your email address": "メールアドレスを表示する",
};
