/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See which calendars you have": "Ver qué calendarios tiene",
  "See the events on your calendars": "Ver los eventos de sus calendarios",
  "See the dates of your recurring events": "Ver las fechas de sus eventos periódicos",
  "See the details of your events": "Ver los detalles de sus eventos",
  "Create events on your calendars": "Crear eventos en sus calendarios",
  "Change the events on your calendars": "Modificar los eventos de sus calendarios",
  "Answer invitations on your behalf": "Responder a invitaciones en su nombre",
  "Move events between your calendars": "Mover eventos entre sus calendarios",
  "Delete events from your calendars": "Eliminar eventos de sus calendarios",
  "See when you and others are busy": "Ver cuándo están ocupados usted y otras personas",
  "See the events on all your calendars": "Ver los eventos de todos sus calendarios",
  "See, create, change and delete the events on all your calendars":
    "Ver, crear, modificar y eliminar los eventos de todos sus calendarios",
  "See when you are busy, but not why": "Ver cuándo está ocupado, pero no por qué",
  "See your email address": "Ver su dirección de correo electrónico",
};
