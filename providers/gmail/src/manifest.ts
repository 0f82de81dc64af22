/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { draftActions } from "./actions/drafts.ts";
import { labelActions } from "./actions/labels.ts";
import { messageActions } from "./actions/messages.ts";
import { threadActions } from "./actions/threads.ts";
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
  actions: [...messageActions, ...threadActions, ...draftActions, ...labelActions],
  translations,
});
