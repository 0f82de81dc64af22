/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "Search your mail": "Buscar en su correo",
  "Read your mail": "Leer su correo",
  "Send mail as you": "Enviar correo en su nombre",
  "Reply to your mail": "Responder a su correo",
  "Label, archive and mark your mail": "Etiquetar, archivar y marcar su correo",
  "Move your mail to the trash": "Mover su correo a la papelera",
  "See your conversations": "Ver sus conversaciones",
  "See who wrote in your conversations": "Ver quién escribió en sus conversaciones",
  "See your drafts": "Ver sus borradores",
  "Read your drafts": "Leer sus borradores",
  "Write drafts in your mailbox": "Escribir borradores en su buzón",
  "Send your drafts": "Enviar sus borradores",
  "See your labels": "Ver sus etiquetas",
  "Create labels in your mailbox": "Crear etiquetas en su buzón",
  "Read all your messages and settings": "Leer todos sus mensajes y ajustes",
  "See and change your drafts, and send mail as you": "Ver y cambiar sus borradores, y enviar correo en su nombre",
  "Read, write and send mail as you, and move your messages to the trash":
    "Leer, escribir y enviar correo en su nombre, y mover sus mensajes a la papelera",
  "See and change your labels": "Ver y cambiar sus etiquetas",
  "See your email address": "Ver su dirección de correo",
};
