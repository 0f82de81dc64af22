/** Response bodies. */
import type { StoredChannel, StoredMessage, StoredUser } from "./model.ts";
import { bot, team, type SlackWorld } from "./world.ts";

export function channelBody({ id, name, isPrivate, isArchived, members }: StoredChannel, withMembers = false): object {
  return {
    id,
    ...nameOf({ name, members }),
    is_private: isPrivate,
    is_archived: isArchived,
    is_member: members.includes(bot),
    topic: { value: "", creator: "", last_set: 0 },
    purpose: { value: "", creator: "", last_set: 0 },
    ...(withMembers ? { num_members: members.length } : {}),
  };
}

function nameOf({ name, members }: Pick<StoredChannel, "name" | "members">): object {
  if (name !== null) return { name, name_normalized: name, is_channel: true };
  return members.length > 2 ? { name: `mpdm-${members.join("--").toLowerCase()}-1`, is_mpim: true } : { is_im: true };
}

/** Builds a message. Its metadata is included only on request. */
export function messageBody(
  world: SlackWorld,
  channelId: string,
  message: StoredMessage,
  withMetadata: boolean,
): object {
  const { ts, user, text, threadTs, metadata, reactions, isTombstone } = message;
  const replies = world.messages
    .in(channelId)
    .values()
    .filter((one) => one.threadTs === ts);
  return {
    type: "message",
    ts,
    user,
    text,
    ...(isTombstone === true ? { subtype: "tombstone", hidden: true } : {}),
    team: team.id,
    ...(user === bot ? { bot_id: "B0BOT" } : {}),
    ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
    ...(replies.length === 0 ? {} : { thread_ts: ts, reply_count: replies.length }),
    ...(withMetadata && metadata !== undefined ? { metadata } : {}),
    ...(reactions.length === 0
      ? {}
      : { reactions: reactions.map(({ name, users }) => ({ name, users, count: users.length })) }),
  };
}

/** A person. */
export function userBody({ id, name, realName, email, isBot }: StoredUser, withEmail: boolean): object {
  const address = withEmail && email !== null ? { email } : {};
  return {
    id,
    team_id: team.id,
    name,
    deleted: false,
    tz: "Europe/Zurich",
    is_bot: isBot,
    profile: { real_name: realName, display_name: name, ...address },
  };
}
