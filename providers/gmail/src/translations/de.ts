/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "Search your mail": "Ihre E-Mails durchsuchen",
  "Read your mail": "Ihre E-Mails lesen",
  "Send mail as you": "In Ihrem Namen E-Mails senden",
  "Reply to your mail": "Ihre E-Mails beantworten",
  "Label, archive and mark your mail": "Ihre E-Mails mit Labels versehen, archivieren und markieren",
  "Move your mail to the trash": "Ihre E-Mails in den Papierkorb verschieben",
  "See your conversations": "Ihre Konversationen sehen",
  "See who wrote in your conversations": "Sehen, wer in Ihren Konversationen geschrieben hat",
  "See your drafts": "Ihre Entwürfe sehen",
  "Read your drafts": "Ihre Entwürfe lesen",
  "Write drafts in your mailbox": "Entwürfe in Ihrem Postfach anlegen",
  "Send your drafts": "Ihre Entwürfe senden",
  "See your labels": "Ihre Labels sehen",
  "Create labels in your mailbox": "Labels in Ihrem Postfach anlegen",
  "Read all your messages and settings": "Alle Ihre Nachrichten und Einstellungen lesen",
  "See and change your drafts, and send mail as you":
    "Ihre Entwürfe sehen und ändern und in Ihrem Namen E-Mails senden",
  "Read, write and send mail as you, and move your messages to the trash":
    "In Ihrem Namen E-Mails lesen, schreiben und senden und Ihre Nachrichten in den Papierkorb verschieben",
  "See and change your labels": "Ihre Labels sehen und ändern",
  "See your email address": "Ihre E-Mail-Adresse sehen",
};
