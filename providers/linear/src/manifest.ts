/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { attachmentsLink } from "./actions/attachments.link.ts";
import { attachmentsList } from "./actions/attachments.list.ts";
import { commentsCreate } from "./actions/comments.create.ts";
import { commentsList } from "./actions/comments.list.ts";
import { issuesArchive } from "./actions/issues.archive.ts";
import { issuesCreate } from "./actions/issues.create.ts";
import { issuesGet } from "./actions/issues.get.ts";
import { issuesList } from "./actions/issues.list.ts";
import { issuesSearch } from "./actions/issues.search.ts";
import { issuesUpdate } from "./actions/issues.update.ts";
import { labelsList } from "./actions/labels.list.ts";
import { projectsList } from "./actions/projects.list.ts";
import { statesList } from "./actions/states.list.ts";
import { teamsList } from "./actions/teams.list.ts";
import { usersList } from "./actions/users.list.ts";
import { apiKey, oauth } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
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
    issuesList,
    issuesGet,
    issuesSearch,
    issuesCreate,
    issuesUpdate,
    issuesArchive,
    commentsList,
    commentsCreate,
    attachmentsList,
    attachmentsLink,
    teamsList,
    statesList,
    labelsList,
    usersList,
    projectsList,
  ],
  translations,
});
