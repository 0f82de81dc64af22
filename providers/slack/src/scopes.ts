/** The scopes of bot tokens: https://docs.slack.dev/reference/scopes */

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  "channels:read": "See the public channels in your workspace",
  "groups:read": "See the private channels that the app is in",
  "channels:history": "Read messages in public channels that the app is in",
  "groups:history": "Read messages in private channels that the app is in",
  "chat:write": "Send, change and delete the app's own messages",
  "reactions:write": "Add reactions to messages",
  "reactions:read": "See reactions to messages",
  "app_mentions:read": "See messages that mention the app",
  "users:read": "See the people in your workspace",
  "users:read.email": "See the email addresses of the people in your workspace",
  "im:read": "See the direct messages that the app is in",
  "mpim:read": "See the group direct messages that the app is in",
  "im:history": "Read direct messages with the app",
  "mpim:history": "Read group direct messages that the app is in",
  "im:write": "Start direct messages with people",
  "mpim:write": "Start group direct messages with people",
  "channels:manage": "Create and manage public channels",
  "channels:write.invites": "Invite people to public channels",
  "groups:write.invites": "Invite people to private channels that the app is in",
};

/** Scopes that allow more than some of the actions that require them. Sending and deleting share a scope. */
export const broadScopes: readonly string[] = ["chat:write", "channels:manage"];

/** The scopes for reading messages. Slack has one for each kind of conversation, and an id doesn't say the kind. */
export const history: readonly string[] = ["channels:history", "groups:history", "im:history", "mpim:history"];

/** The scopes for reading a conversation's properties, by the same rule. */
export const conversations: readonly string[] = ["channels:read", "groups:read", "im:read", "mpim:read"];
