/**
 * The Events API of a Slack app.
 * https://docs.slack.dev/apis/events-api
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
import { defineEvents, jsonBody, type Delivery, type ProviderEventType, type ReadEvent } from "@svc/provider-kit";
import { count, orNull, shape, text, type Shape } from "@svc/provider-kit/shape";
import { history } from "./scopes.ts";

/** A type with the shape of its fields. */
type Kind = { type: ProviderEventType; fields: Shape };

const user = { user: orNull(text("event.user", "Id of the person; null if an app did it.")) };

const messageFields = shape({
  ...user,
  channel: text("event.channel", "Id of the conversation."),
  channelType: orNull(text("event.channel_type", "Kind of conversation: channel, group, im or mpim.")),
  ts: text("event.ts", "Time stamp that identifies the message, or the change of it."),
  threadTs: orNull(text("event.thread_ts", "Time stamp of the thread's first message; null outside of a thread.")),
  changedTs: orNull(text("event.message.ts", "Time stamp of the message that was changed; null for a new one.")),
  deletedTs: orNull(text("event.deleted_ts", "Time stamp of the message that was deleted; null otherwise.")),
  subtype: orNull(text("event.subtype", "Kind of message, such as message_changed; null for an ordinary one.")),
  botId: orNull(text("event.bot_id", "Id of the app that sent it; null if a person did.")),
});

const message: Kind = {
  type: {
    type: "message",
    title: "Message",
    description:
      "A message was sent, changed or deleted in a conversation that the app is in: `subtype` says which. Read its text with an action.",
    consent: "Learn about new and changed messages where the app is a member",
    requiredScopes: history,
    data: messageFields.schema,
  },
  fields: messageFields,
};

const reaction = shape({
  ...user,
  reaction: text("event.reaction", "Name of the emoji."),
  channel: orNull(text("event.item.channel", "Id of the conversation; null if it isn't a message.")),
  ts: orNull(text("event.item.ts", "Time stamp of the message; null if it isn't a message.")),
});

const reactionAdded: Kind = {
  type: {
    type: "reaction_added",
    title: "Reaction added",
    description: "Somebody added a reaction to a message.",
    consent: "Learn about reactions that people add",
    requiredScopes: ["reactions:read"],
    data: reaction.schema,
  },
  fields: reaction,
};

const reactionRemoved: Kind = {
  type: {
    type: "reaction_removed",
    title: "Reaction removed",
    description: "Somebody removed a reaction from a message.",
    consent: "Learn about reactions that people remove",
    requiredScopes: ["reactions:read"],
    data: reaction.schema,
  },
  fields: reaction,
};

const mention = shape({
  ...user,
  channel: text("event.channel", "Id of the conversation."),
  ts: text("event.ts", "Time stamp that identifies the message."),
  threadTs: orNull(text("event.thread_ts", "Time stamp of the thread's first message; null outside of a thread.")),
});

const appMention: Kind = {
  type: {
    type: "app_mention",
    title: "App mentioned",
    description: "Somebody mentioned the app in a message. Read its text with an action.",
    consent: "Learn when somebody mentions the app",
    requiredScopes: ["app_mentions:read"],
    data: mention.schema,
  },
  fields: mention,
};

const kinds: readonly Kind[] = [message, reactionAdded, reactionRemoved, appMention];

const envelope = shape({
  id: text("event_id", "Id of the event."),
  team: text("team_id", "Id of the workspace."),
  at: count("event_time", "When it happened, in seconds since the epoch."),
});

/** Messages, reactions and mentions in the connected workspace. */
export const events = defineEvents({
  docsUrl: "https://docs.slack.dev/apis/events-api",
  verification: {
    kind: "hmac_sha256",
    header: "x-slack-signature",
    prefix: "v0=",
    encoding: "hex",
    signed: [{ text: "v0:" }, { header: "x-slack-request-timestamp" }, { text: ":" }, "body"],
    time: { from: { header: "x-slack-request-timestamp" }, unit: "seconds", toleranceSeconds: 300 },
  },
  handshake(delivery) {
    const { type, challenge } = jsonBody(delivery);
    return type === "url_verification" && typeof challenge === "string" ? challenge : null;
  },
  read,
  types: [message.type, reactionAdded.type, reactionRemoved.type, appMention.type],
});

const inner = shape({ type: text("event.type", "Type of the event.") });

function read(delivery: Delivery): ReadEvent | null {
  const body = jsonBody(delivery);
  if (body["type"] !== "event_callback") return null;
  const { type } = inner.read(body);
  const found = kinds.find((kind) => kind.type.type === type);
  if (found === undefined) return null;
  const { id, team, at } = envelope.read(body);
  return {
    id,
    account: team,
    type,
    occurredAt: new Date(at * 1000).toISOString(),
    data: found.fields.read(body) as ReadEvent["data"],
  };
}
