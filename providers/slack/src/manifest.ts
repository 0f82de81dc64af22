/** The provider's manifest: its origin, its credentials, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { channelActions } from "./actions/channels.ts";
import { dmActions } from "./actions/dm.ts";
import { messageActions } from "./actions/messages.ts";
import { reactionActions } from "./actions/reactions.ts";
import { threadActions } from "./actions/threads.ts";
import { userActions } from "./actions/users.ts";
import { botToken, oauth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { events } from "./events.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Slack's Web API, with a bot token. */
export const slack = defineProvider({
  slug: "slack",
  name: "Slack",
  logo,
  description: "Channels, messages and people in a Slack workspace.",
  docsUrl: "https://docs.slack.dev/apis/web-api",
  origin: "https://slack.com",
  auth: [oauth, botToken],
  requestIdHeader: "x-slack-req-id",
  limitStatuses: [200],
  judge,
  refuse,
  actions: [...channelActions, ...messageActions, ...threadActions, ...reactionActions, ...userActions, ...dmActions],
  events,
  translations,
});
