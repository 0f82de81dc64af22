/** Channels, messages and people, as far as they are returned: https://docs.slack.dev/reference/objects */
import { count, flag, listOf, orNull, shape, text } from "@svc/provider-kit/shape";

/** A channel. */
export const channelShape = shape({
  id: text("id", "Id of the channel, which other actions take."),
  name: orNull(text("name", "Its name; null for a direct message.")),
  isPrivate: orNull(flag("is_private", "Whether it is private.")),
  isArchived: orNull(flag("is_archived", "Whether it is archived.")),
  isMember: orNull(flag("is_member", "Whether the app is in it.")),
  topic: orNull(text("topic.value", "Its topic.")),
  purpose: orNull(text("purpose.value", "Its purpose.")),
  members: orNull(count("num_members", "How many people are in it.")),
});

const reaction = shape({
  name: text("name", "Name of the emoji, without colons."),
  count: count("count", "How many people reacted with it."),
});

/** A message. */
export const message = shape({
  ts: text("ts", "Its timestamp, which is its id in the channel."),
  user: orNull(text("user", "Id of its author; null for some apps.")),
  botId: orNull(text("bot_id", "Id of the app's bot; null for a person.")),
  subtype: orNull(text("subtype", "What kind of message it is; null for an ordinary one.")),
  text: text("text", "Its text in Slack's markup, with &amp;, &lt; and &gt;."),
  threadTs: orNull(text("thread_ts", "Timestamp of the thread's first message; null if it is in none.")),
  replies: orNull(count("reply_count", "How many replies it has; null if it isn't the first of a thread.")),
  reactions: listOf("reactions", "The reactions to it.", reaction),
});

/** A message that was sent. */
export const sentMessage = shape({
  channel: text("channel", "Id of the channel that has it."),
  ts: text("ts", "Its timestamp, which is its id in the channel."),
});

/** A person or a bot. */
export const user = shape({
  id: text("id", "Id of the person, which other actions take."),
  name: orNull(text("name", "Name of the account.")),
  realName: orNull(text("profile.real_name", "Full name.")),
  displayName: orNull(text("profile.display_name", "Name that the person has chosen.")),
  email: orNull(text("profile.email", "Email address, if the scope allows it.")),
  timeZone: orNull(text("tz", "Time zone.")),
  isBot: orNull(flag("is_bot", "Whether it is a bot.")),
  deleted: orNull(flag("deleted", "Whether the account is deactivated.")),
});
