/** What Slack's page of each method says: its errors and its scopes. Its OpenAPI description ended in 2021. */
import assert from "node:assert/strict";
import { answered, findAction, runAction, runLook, type Send } from "@svc/provider-kit/testing";
import { assertPlainBasic, assertRefused, runsOf, type Fact } from "./fact.ts";

const source = "https://docs.slack.dev/reference/methods";
const read = "2026-11-28";

/** Errors of each method that mean that nothing happened. */
const refusals: Readonly<Record<string, string>> = {
  "chat.postMessage":
    "rate_limited restricted_action_read_only_channel restricted_action_thread_locked restricted_action_thread_only_channel restricted_action_non_threadable_channel messages_tab_disabled message_limit_exceeded team_not_found not_in_channel is_archived msg_too_long channel_not_found",
  "chat.scheduleMessage": "restricted_too_many invalid_time rate_limited time_in_past time_too_far",
  "chat.update":
    "is_inactive posting_to_channel_denied external_channel_migrating edit_window_closed cant_update_message",
  // Not message_not_found: a copy of the request, made on the way, may have deleted the message.
  "chat.delete": "cant_delete_message rate_limited",
  "reactions.add": "no_access not_reactable thread_locked too_many_emoji too_many_reactions",
  "conversations.open": "user_disabled user_not_visible not_enough_users invalid_user_combination too_many_users",
  "conversations.create": "cannot_create_channel name_taken invalid_name_specials",
  "conversations.invite":
    "org_user_not_in_team no_external_invite_permission invitee_cant_see_channel already_in_channel",
  "conversations.list": "limit_required",
  "conversations.history": "channel_is_limited_access",
};
const ofAll =
  "team_added_to_org accesslimited method_deprecated invalid_auth account_inactive missing_scope ratelimited";

/** The action that each of these methods is for. */
const actionOf: Readonly<Record<string, string>> = {
  "chat.postMessage": "messages.post",
  "chat.scheduleMessage": "messages.schedule",
  "chat.update": "messages.update",
  "chat.delete": "messages.delete",
  "reactions.add": "reactions.add",
  "conversations.open": "dm.open",
  "conversations.create": "channels.create",
  "conversations.invite": "channels.invite",
  "conversations.list": "channels.list",
  "conversations.history": "messages.list",
};

/** What a method needs in a direct message, besides the scopes for channels. */
const directScopes: Readonly<Record<string, string>> = {
  "conversations.history": "im:history",
  "conversations.replies": "im:history",
  "conversations.info": "im:read",
};

const refusalFacts = Object.entries(refusals).map(([method, codes]): Fact => ({
  says: `${method} refuses with the errors on its page`,
  source: `${source}/${method}`,
  read,
  actions: [actionOf[method] ?? ""],
  async holds(recorded) {
    for (const error of [...codes.split(" "), ...ofAll.split(" ")]) {
      const isMeant = ({ wire }: { wire: { request: { path: string } } }) => wire.request.path === `/api/${method}`;
      await assertRefused(recorded, isMeant, { status: 200, body: { ok: false, error } });
    }
  },
}));

export const facts: readonly Fact[] = [
  ...refusalFacts,
  {
    says: "a direct message needs scopes of its own, and one with several people mpim:write",
    source: `${source}/conversations.open, conversations.history, conversations.info`,
    read,
    actions: ["dm.open", "messages.list", "threads.get", "channels.get"],
    holds(recorded) {
      const missing: string[] = [];
      for (const { action, exchanges } of runsOf(recorded)) {
        for (const { wire } of exchanges) {
          const method = wire.request.path.replace("/api/", "");
          const scope = method === "conversations.open" ? "mpim:write" : directScopes[method];
          if (scope !== undefined && !action.requiredScopes.includes(scope)) missing.push(`${action.id}: ${scope}`);
        }
      }
      assert.deepEqual([...new Set(missing)], []);
    },
  },
  {
    says: "conversations.history never returns the replies of a thread",
    source: "https://docs.slack.dev/messaging/retrieving-messages",
    read,
    actions: ["messages.delete"],
    async holds({ provider, connection }) {
      const action = findAction(provider, "messages.delete");
      const ts = "1773136900.000300";
      const reply = {
        type: "message",
        ts,
        thread_ts: "1773136800.000200",
        user: "U0BOT",
        bot_id: "B0BOT",
        text: "A reply",
      };
      const send: Send = ({ path }) => {
        const method = path.at(-1);
        if (method === "chat.delete") return Promise.resolve({ kind: "lost", reason: "closed" });
        const messages = method === "conversations.replies" ? [reply] : [];
        return Promise.resolve(answered(200, { ok: true, messages, has_more: false, channel: { id: "C0GENERAL" } }));
      };
      const input = { channel: "C0GENERAL", ts };
      const { facts: passed } = await runAction(provider, action, input, { ...connection, send });
      const options = { ...connection, send, input, facts: passed, sentAt: Date.now() - 1000, nowMs: Date.now() };
      const { end } = await runLook(provider, action, options);
      const verdict = end.kind === "verdict" ? end.verdict.verdict : end.kind;
      assert.notEqual(verdict, "applied", "the reply is still there");
    },
  },
  {
    says: "the id of an app contains a dot, which Slack isn't known to decode in Basic",
    source: "https://docs.slack.dev/authentication/installing-with-oauth; @slack/oauth sends both in the body",
    read,
    actions: [],
    holds: assertPlainBasic,
  },
];
