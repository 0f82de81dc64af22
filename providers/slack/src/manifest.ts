/** The provider's manifest: its origin, its credentials, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { channelsCreate } from "./actions/channels.create.ts";
import { channelsGet } from "./actions/channels.get.ts";
import { channelsInvite } from "./actions/channels.invite.ts";
import { channelsList } from "./actions/channels.list.ts";
import { dmOpen } from "./actions/dm.open.ts";
import { messagesDelete } from "./actions/messages.delete.ts";
import { messagesList } from "./actions/messages.list.ts";
import { messagesPost } from "./actions/messages.post.ts";
import { messagesSchedule } from "./actions/messages.schedule.ts";
import { messagesUpdate } from "./actions/messages.update.ts";
import { reactionsAdd } from "./actions/reactions.add.ts";
import { threadsGet } from "./actions/threads.get.ts";
import { usersFindByEmail } from "./actions/users.findByEmail.ts";
import { usersList } from "./actions/users.list.ts";
import { botToken, oauth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
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
  actions: [
    channelsList,
    channelsGet,
    messagesList,
    threadsGet,
    messagesPost,
    messagesUpdate,
    messagesDelete,
    messagesSchedule,
    reactionsAdd,
    usersList,
    usersFindByEmail,
    dmOpen,
    channelsCreate,
    channelsInvite,
  ],
  translations,
});
