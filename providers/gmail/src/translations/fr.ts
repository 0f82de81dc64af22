/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "Search your mail": "Rechercher dans vos e-mails",
  "Read your mail": "Lire vos e-mails",
  "Send mail as you": "Envoyer des e-mails en votre nom",
  "Reply to your mail": "Répondre à vos e-mails",
  "Label, archive and mark your mail": "Libeller, archiver et marquer vos e-mails",
  "Move your mail to the trash": "Mettre vos e-mails à la corbeille",
  "See your conversations": "Voir vos conversations",
  "See who wrote in your conversations": "Voir qui a écrit dans vos conversations",
  "See your drafts": "Voir vos brouillons",
  "Read your drafts": "Lire vos brouillons",
  "Write drafts in your mailbox": "Rédiger des brouillons dans votre messagerie",
  "Send your drafts": "Envoyer vos brouillons",
  "See your labels": "Voir vos libellés",
  "Create labels in your mailbox": "Créer des libellés dans votre messagerie",
  "Read all your messages and settings": "Lire tous vos messages et paramètres",
  "See and change your drafts, and send mail as you":
    "Voir et modifier vos brouillons, et envoyer des e-mails en votre nom",
  "Read, write and send mail as you, and move your messages to the trash":
    "Lire, rédiger et envoyer des e-mails en votre nom, et mettre vos messages à la corbeille",
  "See and change your labels": "Voir et modifier vos libellés",
  "See your email address": "Voir votre adresse e-mail",
};
