/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { attachmentActions } from "./actions/attachments.ts";
import { commentActions } from "./actions/comments.ts";
import { issueActions } from "./actions/issues.ts";
import { labelActions } from "./actions/labels.ts";
import { projectActions } from "./actions/projects.ts";
import { stateActions } from "./actions/states.ts";
import { teamActions } from "./actions/teams.ts";
import { userActions } from "./actions/users.ts";
import { apiKey, oauth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { events } from "./events.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Linear's GraphQL API, with the token of an OAuth app or a personal API key. */
export const linear = defineProvider({
  slug: "linear",
  name: "Linear",
  logo,
  description: "Issues, comments and projects in the connected user's Linear workspace.",
  docsUrl: "https://linear.app/developers",
  origin: "https://api.linear.app",
  auth: [oauth, apiKey],
  requestIdHeader: "x-request-id",
  graphql: { path: ["graphql"] },
  // Linear's rate limit has status 400.
  limitStatuses: [400],
  retryAfter: [{ name: "x-ratelimit-requests-reset", form: "epoch_milliseconds" }],
  judge,
  refuse,
  actions: [
    ...issueActions,
    ...commentActions,
    ...attachmentActions,
    ...teamActions,
    ...stateActions,
    ...labelActions,
    ...userActions,
    ...projectActions,
  ],
  events,
  translations,
});
