/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See which calendars you have": "Sehen, welche Kalender Sie haben",
  "See the events on your calendars": "Die Termine in Ihren Kalendern sehen",
  "See the dates of your recurring events": "Die einzelnen Termine Ihrer Terminserien sehen",
  "See the details of your events": "Die Einzelheiten Ihrer Termine sehen",
  "Create events on your calendars": "Termine in Ihren Kalendern anlegen",
  "Change the events on your calendars": "Die Termine in Ihren Kalendern ändern",
  "Answer invitations on your behalf": "In Ihrem Namen auf Einladungen antworten",
  "Move events between your calendars": "Termine zwischen Ihren Kalendern verschieben",
  "Delete events from your calendars": "Termine aus Ihren Kalendern löschen",
  "See when you and others are busy": "Sehen, wann Sie und andere beschäftigt sind",
  "See the events on all your calendars": "Die Termine in allen Ihren Kalendern sehen",
  "See, create, change and delete the events on all your calendars":
    "Die Termine in allen Ihren Kalendern sehen, anlegen, ändern und löschen",
  "See when you are busy, but not why": "Sehen, wann Sie beschäftigt sind, aber nicht womit",
  "See your email address": "Ihre E-Mail-Adresse sehen",
};
