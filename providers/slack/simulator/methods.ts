/** The methods of the Web API. */
import { fieldsOf, pageByCursor, Refusal, type Call, type Result } from "@svc/simulator";
import { channelBody, messageBody, userBody } from "./bodies.ts";
import type { StoredChannel, StoredMessage } from "./model.ts";
import { bot, team, type SlackWorld } from "./world.ts";

/** The caller of an endpoint. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to a method. */
export type SlackCall = Call<SlackWorld, Caller>;

/** Returns the arguments of a call: the query of a GET, or the JSON or form of a POST. */
export function argumentsOf({ request }: Pick<SlackCall, "request">): Readonly<Record<string, unknown>> {
  return request.method === "GET" ? Object.fromEntries(request.query) : fieldsOf(request);
}

/** Returns an argument as text; empty if it is missing or an object. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function refused(word: string): Refusal {
  return new Refusal(200, word, { code: word });
}

/** Returns the channel of a call. Throws `channel_not_found` if there is none. */
function channelOf(call: SlackCall, name = "channel"): StoredChannel {
  const id = textOf(argumentsOf(call)[name]);
  const found = call.store.channels.get(id);
  const isHidden = found?.isPrivate === true && !found.members.includes(bot);
  if (found === undefined || isHidden) throw refused("channel_not_found");
  return found;
}

function joined(channel: StoredChannel): StoredChannel {
  if (channel.isArchived) throw refused("is_archived");
  if (!channel.members.includes(bot)) throw refused("not_in_channel");
  return channel;
}

/** The kinds of conversations, as in `types` of `conversations.list`. */
const kinds = { public_channel: "channels", private_channel: "groups", im: "im", mpim: "mpim" } as const;

function kindOf({ name, isPrivate, members }: StoredChannel): keyof typeof kinds {
  if (name !== null) return isPrivate ? "private_channel" : "public_channel";
  return members.length > 2 ? "mpim" : "im";
}

/** Throws `missing_scope` unless the token has the scope for this kind of conversation. */
function demand(
  { caller }: SlackCall,
  kind: keyof typeof kinds,
  right: "read" | "history" | "write" | "write.invites",
) {
  const needed = `${kinds[kind]}:${right}`;
  if (caller.scopes.includes(needed)) return;
  throw new Refusal(200, "missing_scope", {
    code: "missing_scope",
    details: { needed: [needed], held: caller.scopes },
  });
}

const size = { absent: 100, max: 1000, invalid: "refused" } as const;

function page<Item>(call: SlackCall, items: readonly Item[], id: (item: Item) => string, most = 1000) {
  const { cursor, limit } = argumentsOf(call) as { cursor?: string; limit?: string };
  const found = pageByCursor(items, { cursor, limit }, { ...size, max: most, id });
  return { items: found.items, response_metadata: { next_cursor: found.next ?? "" }, has_more: found.hasMore };
}

/** `auth.test` */
export function authTest(): Result {
  return {
    json: {
      ok: true,
      url: "https://simulated.slack.com/",
      team: team.name,
      user: "svc",
      team_id: team.id,
      user_id: bot,
      bot_id: "B0BOT",
    },
  };
}

/** `conversations.list` */
export function listChannels(call: SlackCall): Result {
  const { types = "public_channel", exclude_archived } = argumentsOf(call);
  const wanted = textOf(types).split(",");
  for (const kind of wanted) {
    if (!Object.hasOwn(kinds, kind)) throw refused("invalid_types");
    demand(call, kind as keyof typeof kinds, "read");
  }
  const isShown = (channel: StoredChannel) =>
    wanted.includes(kindOf(channel)) && !(textOf(exclude_archived) === "true" && channel.isArchived);
  const { items, response_metadata } = page(call, call.store.channels.values().filter(isShown), ({ id }) => id);
  return { json: { ok: true, channels: items.map((channel) => channelBody(channel, true)), response_metadata } };
}

/** `conversations.info` */
export function getChannel(call: SlackCall): Result {
  const channel = channelOf(call);
  demand(call, kindOf(channel), "read");
  return { json: { ok: true, channel: channelBody(channel, argumentsOf(call)["include_num_members"] !== undefined) } };
}

/** `conversations.history`: newest first, without replies. */
export function listMessages(call: SlackCall): Result {
  const { store } = call;
  const channel = joined(channelOf(call));
  demand(call, kindOf(channel), "history");
  const { include_all_metadata } = argumentsOf(call);
  const isInside = rangeOf(call);
  const isShown = (one: StoredMessage) => isInside(one) && (one.threadTs === undefined || one.threadTs === one.ts);
  const shown = store.messages
    .in(channel.id)
    .values()
    .filter(isShown)
    .sort((one, other) => Number(other.ts) - Number(one.ts));
  const { items, ...rest } = page(call, shown, ({ ts }) => ts, store.switches.messagesPerPage);
  const withMetadata = textOf(include_all_metadata) === "true";
  return {
    json: { ok: true, messages: items.map((one) => messageBody(store, channel.id, one, withMetadata)), ...rest },
  };
}

/** The messages from `oldest` to `latest`, with both only if they're `inclusive`. */
function rangeOf(call: SlackCall): (message: Pick<StoredMessage, "ts">) => boolean {
  const { oldest = "0", latest = "9999999999", inclusive } = argumentsOf(call);
  return ({ ts }) => {
    const at = Number(ts);
    if (at === Number(oldest) || at === Number(latest)) return textOf(inclusive) === "true";
    return at > Number(oldest) && at < Number(latest);
  };
}

/** `conversations.replies`: the parent and its replies, oldest first; of a reply's `ts`, only that reply. */
export function listReplies(call: SlackCall): Result {
  const { store } = call;
  const channel = joined(channelOf(call));
  demand(call, kindOf(channel), "history");
  const { ts, include_all_metadata } = argumentsOf(call);
  const isInside = rangeOf(call);
  const parent = store.messages.in(channel.id).get(textOf(ts));
  if (parent === undefined) throw refused("thread_not_found");
  const replies = store.messages
    .in(channel.id)
    .values()
    .filter((one) => one.threadTs === parent.ts && isInside(one));
  const { items, ...rest } = page(call, [parent, ...replies], (one) => one.ts, store.switches.messagesPerPage);
  const withMetadata = textOf(include_all_metadata) === "true";
  return {
    json: { ok: true, messages: items.map((one) => messageBody(store, channel.id, one, withMetadata)), ...rest },
  };
}

/** `chat.postMessage` */
export function postMessage(call: SlackCall): Result {
  const { store, request } = call;
  const { text, thread_ts, metadata, channel: to } = argumentsOf(call);
  if (typeof text !== "string" || text === "") throw refused("no_text");
  const channel = store.users.has(textOf(to)) ? directWith(call, textOf(to)) : joined(channelOf(call));
  const parent = thread_ts === undefined ? undefined : store.messages.in(channel.id).get(textOf(thread_ts));
  if (thread_ts !== undefined && (parent === undefined || parent.threadTs !== undefined))
    throw refused("cannot_reply_to_message");
  const thread = parent === undefined ? {} : { threadTs: parent.ts };
  const added = store.addMessage(
    channel.id,
    { text: storedText(text), user: bot, metadata, ...thread },
    request.timeMs,
  );
  const message = messageBody(store, channel.id, added, true);
  return {
    json: { ok: true, channel: channel.id, ts: added.ts, message },
    effects: [{ kind: "message.post", channel: channel.id, ts: added.ts }],
  };
}

/** `chat.update` */
export function updateMessage(call: SlackCall): Result {
  const { text } = argumentsOf(call);
  const { channel, message } = ownMessage(call, "cant_update_message");
  call.store.messages.in(channel).update(message.ts, { text: storedText(textOf(text)) });
  return {
    json: { ok: true, channel, ts: message.ts, text },
    effects: [{ kind: "message.update", channel, ts: message.ts }],
  };
}

/** `chat.delete` */
export function deleteMessage(call: SlackCall): Result {
  const { channel, message } = ownMessage(call, "cant_delete_message");
  const messages = call.store.messages.in(channel);
  // A message with replies leaves a tombstone, which holds the thread.
  if (messages.values().some(({ threadTs }) => threadTs === message.ts)) {
    messages.update(message.ts, { text: "This message was deleted.", user: "USLACKBOT", isTombstone: true });
  } else messages.delete(message.ts);
  return {
    json: { ok: true, channel, ts: message.ts },
    effects: [{ kind: "message.delete", channel, ts: message.ts }],
  };
}

function ownMessage(call: SlackCall, word: string): { channel: string; message: StoredMessage } {
  const channel = joined(channelOf(call)).id;
  const message = call.store.messages.in(channel).get(textOf(argumentsOf(call)["ts"]));
  if (message === undefined || message.isTombstone === true) throw refused("message_not_found");
  if (message.user !== bot) throw refused(word);
  return { channel, message };
}

/** `chat.scheduleMessage` */
export function scheduleMessage(call: SlackCall): Result {
  const { post_at } = argumentsOf(call);
  const channel = joined(channelOf(call)).id;
  if (Number(post_at) * 1000 <= call.request.timeMs) throw refused("time_in_past");
  return {
    json: { ok: true, channel, scheduled_message_id: "Q0SCHEDULED", post_at: Number(post_at) },
    effects: [{ kind: "message.schedule", channel }],
  };
}

/** `reactions.add` */
export function addReaction(call: SlackCall): Result {
  const { store } = call;
  const channel = joined(channelOf(call)).id;
  const { timestamp, name } = argumentsOf(call);
  const message = store.messages.in(channel).get(textOf(timestamp));
  if (message === undefined) throw refused("message_not_found");
  const others = message.reactions.filter((one) => one.name !== name);
  const users = message.reactions.find((one) => one.name === name)?.users ?? [];
  if (users.includes(bot)) throw refused("already_reacted");
  const reactions = [...others, { name: textOf(name), users: [...users, bot] }];
  store.messages.in(channel).update(message.ts, { reactions });
  return { json: { ok: true }, effects: [{ kind: "reaction.add", channel, ts: message.ts }] };
}

/** `users.list` */
export function listUsers(call: SlackCall): Result {
  const { items, response_metadata } = page(call, call.store.users.values(), ({ id }) => id);
  const withEmail = call.caller.scopes.includes("users:read.email");
  return { json: { ok: true, members: items.map((one) => userBody(one, withEmail)), response_metadata } };
}

/** `users.lookupByEmail` */
export function findUser(call: SlackCall): Result {
  const { email } = argumentsOf(call);
  const found = call.store.users.values().find((one) => one.email !== null && one.email === email);
  if (found === undefined) throw refused("users_not_found");
  return { json: { ok: true, user: userBody(found, true) } };
}

/** `conversations.open` */
export function openDirect(call: SlackCall): Result {
  const { users } = argumentsOf(call);
  const before = call.store.channels.size;
  demand(call, textOf(users).includes(",") ? "mpim" : "im", "write");
  const channel = directWith(call, textOf(users));
  const isNew = call.store.channels.size > before;
  return {
    json: { ok: true, already_open: !isNew, channel: { id: channel.id } },
    effects: isNew ? [{ kind: "direct.open", channel: channel.id }] : [],
  };
}

const emojiNames: Readonly<Record<string, string>> = { "👍": ":+1:", "🎉": ":tada:", "🙂": ":slightly_smiling_face:" };

/** The form in which Slack stores a text: addresses in brackets, emoji as names. */
export function storedText(text: string): string {
  const linked = text.replaceAll(/(?<![<|])\bhttps?:\/\/[^\s<>|]+/g, "<$&>");
  return linked.replaceAll(/\p{Extended_Pictographic}/gu, (emoji) => emojiNames[emoji] ?? emoji);
}

function directWith({ store }: SlackCall, users: string): StoredChannel {
  const members = [bot, ...users.split(",")];
  if (members.some((id) => !store.users.has(id))) throw refused("user_not_found");
  const id = `D0${members.slice(1).join("").replaceAll("U0", "")}`;
  return store.channels.get(id) ?? store.channels.put({ id, name: null, isPrivate: true, isArchived: false, members });
}

/** `conversations.create` */
export function createChannel(call: SlackCall): Result {
  const name = textOf(argumentsOf(call)["name"]);
  if (call.store.channels.values().some((one) => one.name === name)) throw refused("name_taken");
  const channel = call.store.channels.create({ name, isPrivate: false, isArchived: false, members: [bot] });
  return {
    json: { ok: true, channel: channelBody(channel) },
    effects: [{ kind: "channel.create", channel: channel.id }],
  };
}

/** `conversations.invite` */
export function invite(call: SlackCall): Result {
  const channel = joined(channelOf(call));
  const kind = kindOf(channel);
  if (kind === "im" || kind === "mpim") throw refused("method_not_supported_for_channel_type");
  demand(call, kind, "write.invites");
  const users = textOf(argumentsOf(call)["users"]).split(",");
  if (users.some((id) => !call.store.users.has(id))) throw refused("user_not_found");
  if (users.every((id) => channel.members.includes(id))) throw refused("already_in_channel");
  const members = [...new Set([...channel.members, ...users])];
  const changed = call.store.channels.update(channel.id, { members });
  return {
    json: { ok: true, channel: channelBody(changed) },
    effects: [{ kind: "channel.invite", channel: channel.id }],
  };
}
