/** Channels, messages and people, with the fields that actions return: https://docs.slack.dev/reference/objects */
import { count, flag, listOf, orNull, shape, text } from "@svc/provider-kit/shape";

export const channelShape = shape({
  id: text("id", "Id of the channel, for other actions."),
  name: orNull(text("name", "Name of the channel; null for a direct message.")),
  isPrivate: orNull(flag("is_private", "Whether the channel is private.")),
  isArchived: orNull(flag("is_archived", "Whether the channel is archived.")),
  isMember: orNull(flag("is_member", "Whether the app is in the channel.")),
  topic: orNull(text("topic.value", "Topic of the channel.")),
  purpose: orNull(text("purpose.value", "Purpose of the channel.")),
  members: orNull(count("num_members", "Number of members.")),
});

const reaction = shape({
  name: text("name", "Name of the emoji, without colons."),
  count: count("count", "Number of people who reacted with it."),
});

const markup = text("text", "Text in Slack's markup, with `&`, `<` and `>` escaped; empty if there is none.");

export const message = shape({
  ts: text("ts", "Timestamp of the message, which is its id in the channel."),
  user: orNull(text("user", "Id of the author; null for some apps.")),
  botId: orNull(text("bot_id", "Id of the app's bot; null for a person.")),
  subtype: orNull(text("subtype", "Subtype of the message; null for an ordinary message.")),
  // The client's types allow a message without it.
  text: { ...markup, read: (value) => markup.read(value ?? "") },
  threadTs: orNull(
    text("thread_ts", "Timestamp of the thread's first message; null if the message isn't in a thread."),
  ),
  replies: orNull(count("reply_count", "Number of replies; null if the message isn't the first of a thread.")),
  reactions: listOf("reactions", "Reactions to the message.", reaction),
});

/** A message that was sent. */
export const sentMessage = shape({
  channel: text("channel", "Id of the channel that the message is in."),
  ts: text("ts", "Timestamp of the message, which is its id in the channel."),
});

/** A person or a bot. */
export const user = shape({
  id: text("id", "Id of the person, for other actions."),
  name: orNull(text("name", "Username of the account.")),
  realName: orNull(text("profile.real_name", "Full name.")),
  displayName: orNull(text("profile.display_name", "Display name that the person has chosen.")),
  email: orNull(text("profile.email", "Email address; null if the connection's scopes don't allow it.")),
  timeZone: orNull(text("tz", "Time zone.")),
  isBot: orNull(flag("is_bot", "Whether the account is a bot.")),
  deleted: orNull(flag("deleted", "Whether the account is deactivated.")),
});
