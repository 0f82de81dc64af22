/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { commentActions } from "./actions/comments.ts";
import { issueTypeActions } from "./actions/issueTypes.ts";
import { issueActions } from "./actions/issues.ts";
import { linkActions } from "./actions/links.ts";
import { projectActions } from "./actions/projects.ts";
import { transitionActions } from "./actions/transitions.ts";
import { userActions } from "./actions/users.ts";
import { worklogActions } from "./actions/worklogs.ts";
import { oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Jira Cloud's API v3, with the token of an OAuth app. */
export const jira = defineProvider({
  slug: "jira",
  name: "Jira",
  logo,
  description: "Issues, comments and work logs on the connected user's Jira site.",
  docsUrl: "https://developer.atlassian.com/cloud/jira/platform/rest/v3/",
  origin: "https://api.atlassian.com",
  connectionPath: ["ex", "jira", { fact: "site_id" }],
  auth: [oauth],
  requestIdHeader: "atl-traceid",
  postReads: [{ path: ["rest", "api", "3", "comment", "list"] }],
  refuse,
  actions: [
    ...issueActions,
    ...transitionActions,
    ...commentActions,
    ...worklogActions,
    ...linkActions,
    ...projectActions,
    ...issueTypeActions,
    ...userActions,
  ],
  translations,
});
