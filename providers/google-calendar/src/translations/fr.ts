/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See which calendars you have": "Voir quels agendas vous avez",
  "See the events on your calendars": "Voir les événements de vos agendas",
  "See the dates of your recurring events": "Voir les dates de vos événements récurrents",
  "See the details of your events": "Voir les détails de vos événements",
  "Create events on your calendars": "Créer des événements dans vos agendas",
  "Change the events on your calendars": "Modifier les événements de vos agendas",
  "Answer invitations on your behalf": "Répondre à des invitations en votre nom",
  "Move events between your calendars": "Déplacer des événements entre vos agendas",
  "Delete events from your calendars": "Supprimer des événements de vos agendas",
  "See when you and others are busy": "Voir quand vous et d'autres personnes êtes occupés",
  "See the events on all your calendars": "Voir les événements de tous vos agendas",
  "See, create, change and delete the events on all your calendars":
    "Voir, créer, modifier et supprimer les événements de tous vos agendas",
  "See when you are busy, but not why": "Voir quand vous êtes occupé, mais pas pourquoi",
  "See your email address": "Voir votre adresse e-mail",
};
