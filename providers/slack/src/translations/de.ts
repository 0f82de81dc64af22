/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the channels in your workspace": "Die Kanäle Ihres Workspace sehen",
  "See a channel in your workspace": "Einen Kanal Ihres Workspace sehen",
  "Read the messages in channels that the app is in": "Die Nachrichten in Kanälen lesen, in denen die App ist",
  "Read threads in channels that the app is in": "Threads in Kanälen lesen, in denen die App ist",
  "Send messages as the app": "Nachrichten als App senden",
  "Change the app's own messages": "Die eigenen Nachrichten der App ändern",
  "Delete the app's own messages": "Die eigenen Nachrichten der App löschen",
  "Schedule messages as the app": "Nachrichten als App planen",
  "React to messages as the app": "Als App auf Nachrichten reagieren",
  "See the people in your workspace": "Die Personen in Ihrem Workspace sehen",
  "Find people by their email address": "Personen anhand ihrer E-Mail-Adresse finden",
  "Start direct messages with people": "Direktnachrichten mit Personen beginnen",
  "Create channels in your workspace": "Kanäle in Ihrem Workspace anlegen",
  "Invite people to channels": "Personen in Kanäle einladen",
  "See the public channels in your workspace": "Die öffentlichen Kanäle Ihres Workspace sehen",
  "See the private channels that the app is in": "Die privaten Kanäle sehen, in denen die App ist",
  "Read messages in public channels that the app is in":
    "Nachrichten in öffentlichen Kanälen lesen, in denen die App ist",
  "Read messages in private channels that the app is in": "Nachrichten in privaten Kanälen lesen, in denen die App ist",
  "Send, change and delete the app's own messages": "Die eigenen Nachrichten der App senden, ändern und löschen",
  "Add reactions to messages": "Reaktionen zu Nachrichten hinzufügen",
  "See the email addresses of the people in your workspace":
    "Die E-Mail-Adressen der Personen in Ihrem Workspace sehen",
  "Create and manage public channels": "Öffentliche Kanäle anlegen und verwalten",
  "Invite people to public channels": "Personen in öffentliche Kanäle einladen",
  "See the direct messages that the app is in": "Die Direktnachrichten sehen, an denen die App beteiligt ist",
  "See the group direct messages that the app is in":
    "Die Gruppen-Direktnachrichten sehen, an denen die App beteiligt ist",
  "Read direct messages with the app": "Direktnachrichten mit der App lesen",
  "Read group direct messages that the app is in": "Gruppen-Direktnachrichten lesen, an denen die App beteiligt ist",
  "Start group direct messages with people": "Gruppen-Direktnachrichten mit Personen beginnen",
  "Invite people to private channels that the app is in": "Personen in private Kanäle einladen, in denen die App ist",
  "Bot token": "Bot-Token",
  "The bot token of an app that is installed in your workspace.":
    "Das Bot-Token einer App, die in Ihrem Workspace installiert ist.",
  "This is a bot token.": "Das ist ein Bot-Token.",
  "This is a user token. A bot token begins with xoxb-.":
    "Das ist ein Benutzer-Token. Ein Bot-Token beginnt mit xoxb-.",
  "This token is rotated and ends after 12 hours. Connect on Slack's page instead.":
    "Dieses Token wird rotiert und endet nach 12 Stunden. Verbinden Sie sich stattdessen auf der Seite von Slack.",
  "This is an app-level token. A bot token begins with xoxb-.":
    "Das ist ein Token auf App-Ebene. Ein Bot-Token beginnt mit xoxb-.",
};
