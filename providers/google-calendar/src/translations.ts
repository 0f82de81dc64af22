/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "See which calendars you have": {
    de: "Sehen, welche Kalender Sie haben",
    es: "Ver qué calendarios tiene",
    fr: "Voir quels agendas vous avez",
    ja: "どのカレンダーがあるかを表示する",
  },
  "See the events on your calendars": {
    de: "Die Termine in Ihren Kalendern sehen",
    es: "Ver los eventos de sus calendarios",
    fr: "Voir les événements de vos agendas",
    ja: "カレンダーの予定を表示する",
  },
  "See the dates of your recurring events": {
    de: "Die einzelnen Termine Ihrer Terminserien sehen",
    es: "Ver las fechas de sus eventos periódicos",
    fr: "Voir les dates de vos événements récurrents",
    ja: "定期的な予定の日程を表示する",
  },
  "See the details of your events": {
    de: "Die Einzelheiten Ihrer Termine sehen",
    es: "Ver los detalles de sus eventos",
    fr: "Voir les détails de vos événements",
    ja: "予定の詳細を表示する",
  },
  "Create events on your calendars": {
    de: "Termine in Ihren Kalendern anlegen",
    es: "Crear eventos en sus calendarios",
    fr: "Créer des événements dans vos agendas",
    ja: "カレンダーに予定を作成する",
  },
  "Change the events on your calendars": {
    de: "Die Termine in Ihren Kalendern ändern",
    es: "Modificar los eventos de sus calendarios",
    fr: "Modifier les événements de vos agendas",
    ja: "カレンダーの予定を変更する",
  },
  "Answer invitations on your behalf": {
    de: "In Ihrem Namen auf Einladungen antworten",
    es: "Responder a invitaciones en su nombre",
    fr: "Répondre à des invitations en votre nom",
    ja: "ユーザーに代わって招待に返答する",
  },
  "Move events between your calendars": {
    de: "Termine zwischen Ihren Kalendern verschieben",
    es: "Mover eventos entre sus calendarios",
    fr: "Déplacer des événements entre vos agendas",
    ja: "カレンダー間で予定を移動する",
  },
  "Delete events from your calendars": {
    de: "Termine aus Ihren Kalendern löschen",
    es: "Eliminar eventos de sus calendarios",
    fr: "Supprimer des événements de vos agendas",
    ja: "カレンダーから予定を削除する",
  },
  "See when you and others are busy": {
    de: "Sehen, wann Sie und andere beschäftigt sind",
    es: "Ver cuándo están ocupados usted y otras personas",
    fr: "Voir quand vous et d'autres personnes êtes occupés",
    ja: "自分や他の人の予定の有無を表示する",
  },
  "See the events on all your calendars": {
    de: "Die Termine in allen Ihren Kalendern sehen",
    es: "Ver los eventos de todos sus calendarios",
    fr: "Voir les événements de tous vos agendas",
    ja: "すべてのカレンダーの予定を表示する",
  },
  "See, create, change and delete the events on all your calendars": {
    de: "Die Termine in allen Ihren Kalendern sehen, anlegen, ändern und löschen",
    es: "Ver, crear, modificar y eliminar los eventos de todos sus calendarios",
    fr: "Voir, créer, modifier et supprimer les événements de tous vos agendas",
    ja: "すべてのカレンダーの予定を表示、作成、変更、削除する",
  },
  "See when you are busy, but not why": {
    de: "Sehen, wann Sie beschäftigt sind, aber nicht womit",
    es: "Ver cuándo está ocupado, pero no por qué",
    fr: "Voir quand vous êtes occupé, mais pas pourquoi",
    ja: "予定の有無だけを表示する(内容は表示しない)",
  },
  "See your email address": {
    de: "Ihre E-Mail-Adresse sehen",
    es: "Ver su dirección de correo electrónico",
    fr: "Voir votre adresse e-mail",
    ja: "メールアドレスを表示する",
  },
};
