/** Deliveries of the Events API: https://docs.slack.dev/apis/events-api */
import { eventSigner, hmacSha256, type SampleEvent } from "@svc/simulator";

type Inner = Readonly<Record<string, unknown>>;

const callback =
  (inner: (ts: string) => Inner) =>
  ({ account, id, atMs }: SampleEvent): object => {
    const seconds = Math.floor(atMs / 1000);
    const ts = `${String(seconds)}.000100`;
    return {
      team_id: account,
      api_app_id: "A0APP",
      type: "event_callback",
      event_id: id,
      event_time: seconds,
      event: { ...inner(ts), event_ts: ts },
    };
  };

const place = { channel: "C0GENERAL", user: "U0ROBIN" };
const reacted = (ts: string) => ({
  user: "U0ROBIN",
  reaction: "thumbsup",
  item: { type: "message", channel: place.channel, ts },
});

const bodies = {
  message: callback((ts) => ({ type: "message", ...place, ts, channel_type: "channel", text: "Hello" })),
  reaction_added: callback((ts) => ({ type: "reaction_added", ...reacted(ts) })),
  reaction_removed: callback((ts) => ({ type: "reaction_removed", ...reacted(ts) })),
  app_mention: callback((ts) => ({ type: "app_mention", ...place, ts, text: "<@U0BOT> hello" })),
};

/** Signs a sample: https://docs.slack.dev/authentication/verifying-requests-from-slack */
export const signEvent = eventSigner(bodies, ({ secret, body, atMs }) => {
  const seconds = String(Math.floor(atMs / 1000));
  return {
    "x-slack-request-timestamp": seconds,
    "x-slack-signature": `v0=${hmacSha256(secret, `v0:${seconds}:${body}`)}`,
  };
});
