/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { draftsCreate } from "./actions/drafts.create.ts";
import { draftsGet } from "./actions/drafts.get.ts";
import { draftsList } from "./actions/drafts.list.ts";
import { draftsSend } from "./actions/drafts.send.ts";
import { labelsCreate } from "./actions/labels.create.ts";
import { labelsList } from "./actions/labels.list.ts";
import { messagesGet } from "./actions/messages.get.ts";
import { messagesLabel } from "./actions/messages.label.ts";
import { messagesReply } from "./actions/messages.reply.ts";
import { messagesSearch } from "./actions/messages.search.ts";
import { messagesSend } from "./actions/messages.send.ts";
import { messagesTrash } from "./actions/messages.trash.ts";
import { threadsGet } from "./actions/threads.get.ts";
import { threadsList } from "./actions/threads.list.ts";
import { oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Gmail through its API v1, with the token of an OAuth app. */
export const gmail = defineProvider({
  slug: "gmail",
  name: "Gmail",
  logo,
  description: "Messages, drafts and labels in the connected user's Gmail mailbox.",
  docsUrl: "https://developers.google.com/workspace/gmail/api/reference/rest",
  origin: "https://gmail.googleapis.com",
  origins: { account: "https://www.googleapis.com" },
  auth: [oauth],
  requestIdHeader: "x-goog-request-id",
  limitStatuses: [403],
  refuse,
  actions: [
    messagesSearch,
    messagesGet,
    messagesSend,
    messagesReply,
    messagesLabel,
    messagesTrash,
    threadsList,
    threadsGet,
    draftsList,
    draftsGet,
    draftsCreate,
    draftsSend,
    labelsList,
    labelsCreate,
  ],
  translations,
});
