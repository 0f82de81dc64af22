/** Deliveries in the form of https://docs.slack.dev/apis/events-api and the pages of its events. */
import type { EventExamples } from "@svc/provider-kit/testing";
import { signEvent } from "../simulator/index.ts";

const callback = (event: object) => () => ({
  token: "unused",
  team_id: "T0ACME",
  api_app_id: "A0APP",
  type: "event_callback",
  event_id: "Ev0001",
  event_time: 1_773_133_200,
  authorizations: [{ enterprise_id: null, team_id: "T0ACME", user_id: "U0BOT", is_bot: true }],
  event,
});
const about = { id: "Ev0001", account: "T0ACME", occurredAt: "2026-03-10T09:00:00.000Z" };
const own = { channel: "C0GENERAL", user: "U0ROBIN", ts: "1773133200.000100" };
const reacted = { user: "U0ROBIN", reaction: "thumbsup" };
const reaction = { ...reacted, item: { type: "message", channel: "C0GENERAL", ts: own.ts } };
const message = { channelType: null, threadTs: null, changedTs: null, deletedTs: null, subtype: null, botId: null };

/** Each type of event, and what svc ignores. */
export const eventExamples: EventExamples = {
  signEvent,
  secret: "canary-of-a-signing-secret",
  slug: "T0ACME",
  examples: {
    "a message": {
      headers: {},
      body: callback({ type: "message", ...own, channel_type: "channel", text: "Hello", event_ts: own.ts }),
      event: { ...about, type: "message", data: { ...message, ...own, channelType: "channel" } },
    },
    "a changed message": {
      headers: {},
      body: callback({
        type: "message",
        subtype: "message_changed",
        channel: "C0GENERAL",
        ts: "1773133300.000200",
        message: { type: "message", user: "U0ROBIN", text: "Hello!", ts: own.ts },
      }),
      event: {
        ...about,
        type: "message",
        data: {
          ...message,
          ...own,
          user: null,
          ts: "1773133300.000200",
          changedTs: own.ts,
          subtype: "message_changed",
        },
      },
    },
    "a reaction": {
      headers: {},
      body: callback({ type: "reaction_added", ...reaction, event_ts: own.ts }),
      event: { ...about, type: "reaction_added", data: { ...reacted, channel: "C0GENERAL", ts: own.ts } },
    },
    "a reaction that was removed": {
      headers: {},
      body: callback({ type: "reaction_removed", ...reaction, event_ts: own.ts }),
      event: { ...about, type: "reaction_removed", data: { ...reacted, channel: "C0GENERAL", ts: own.ts } },
    },
    "a mention": {
      headers: {},
      body: callback({ type: "app_mention", ...own, text: "<@U0BOT> hello", event_ts: own.ts }),
      event: { ...about, type: "app_mention", data: { ...own, threadTs: null } },
    },
    "an event that isn't declared": { headers: {}, body: callback({ type: "team_join" }), event: null },
    "a note about the app's rate": {
      headers: {},
      body: () => ({
        type: "app_rate_limited",
        team_id: "T0ACME",
        minute_rate_limited: 1_773_133_200,
        api_app_id: "A0APP",
      }),
      event: null,
    },
  },
  handshakes: [{ body: { token: "unused", challenge: "3eZbrw1aB", type: "url_verification" }, reply: "3eZbrw1aB" }],
};
