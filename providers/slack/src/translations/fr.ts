/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the channels in your workspace": "Voir les canaux de votre espace de travail",
  "See a channel in your workspace": "Voir un canal de votre espace de travail",
  "Read the messages in channels that the app is in": "Lire les messages des canaux où se trouve l'application",
  "Read threads in channels that the app is in": "Lire les fils des canaux où se trouve l'application",
  "Send messages as the app": "Envoyer des messages en tant qu'application",
  "Change the app's own messages": "Modifier les messages de l'application",
  "Delete the app's own messages": "Supprimer les messages de l'application",
  "Schedule messages as the app": "Programmer des messages en tant qu'application",
  "React to messages as the app": "Réagir à des messages en tant qu'application",
  "See the people in your workspace": "Voir les personnes de votre espace de travail",
  "Find people by their email address": "Trouver des personnes par leur adresse e-mail",
  "Start direct messages with people": "Commencer des messages directs avec des personnes",
  "Create channels in your workspace": "Créer des canaux dans votre espace de travail",
  "Invite people to channels": "Inviter des personnes dans des canaux",
  "See the public channels in your workspace": "Voir les canaux publics de votre espace de travail",
  "See the private channels that the app is in": "Voir les canaux privés où se trouve l'application",
  "Read messages in public channels that the app is in":
    "Lire les messages des canaux publics où se trouve l'application",
  "Read messages in private channels that the app is in":
    "Lire les messages des canaux privés où se trouve l'application",
  "Send, change and delete the app's own messages": "Envoyer, modifier et supprimer les messages de l'application",
  "Add reactions to messages": "Ajouter des réactions aux messages",
  "See the email addresses of the people in your workspace":
    "Voir les adresses e-mail des personnes de votre espace de travail",
  "Create and manage public channels": "Créer et gérer des canaux publics",
  "Invite people to public channels": "Inviter des personnes dans des canaux publics",
  "See the direct messages that the app is in": "Voir les messages directs où se trouve l'application",
  "See the group direct messages that the app is in": "Voir les messages directs de groupe où se trouve l'application",
  "Read direct messages with the app": "Lire les messages directs avec l'application",
  "Read group direct messages that the app is in": "Lire les messages directs de groupe où se trouve l'application",
  "Start group direct messages with people": "Commencer des messages directs de groupe avec des personnes",
  "Invite people to private channels that the app is in":
    "Inviter des personnes dans des canaux privés où se trouve l'application",
  "Bot token": "Jeton de bot",
  "The bot token of an app that is installed in your workspace.":
    "Le jeton de bot d'une application installée dans votre espace de travail.",
  "This is a bot token.": "C'est un jeton de bot.",
  "This is a user token. A bot token begins with xoxb-.":
    "C'est un jeton d'utilisateur. Un jeton de bot commence par xoxb-.",
  "This token is rotated and ends after 12 hours. Connect on Slack's page instead.":
    "Ce jeton est renouvelé et expire au bout de 12 heures. Connectez-vous plutôt sur la page de Slack.",
  "This is an app-level token. A bot token begins with xoxb-.":
    "C'est un jeton d'application. Un jeton de bot commence par xoxb-.",
};
