/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { commentsAdd } from "./actions/comments.add.ts";
import { commentsGet } from "./actions/comments.get.ts";
import { commentsList } from "./actions/comments.list.ts";
import { issueTypesList } from "./actions/issueTypes.list.ts";
import { issuesAssign } from "./actions/issues.assign.ts";
import { issuesCreate } from "./actions/issues.create.ts";
import { issuesGet } from "./actions/issues.get.ts";
import { issuesSearch } from "./actions/issues.search.ts";
import { issuesTransition } from "./actions/issues.transition.ts";
import { issuesUpdate } from "./actions/issues.update.ts";
import { linksAdd } from "./actions/links.add.ts";
import { linksList } from "./actions/links.list.ts";
import { projectsList } from "./actions/projects.list.ts";
import { transitionsList } from "./actions/transitions.list.ts";
import { usersFind } from "./actions/users.find.ts";
import { worklogsAdd } from "./actions/worklogs.add.ts";
import { worklogsList } from "./actions/worklogs.list.ts";
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
    issuesSearch,
    issuesGet,
    issuesCreate,
    issuesUpdate,
    issuesAssign,
    issuesTransition,
    transitionsList,
    commentsList,
    commentsGet,
    commentsAdd,
    worklogsList,
    worklogsAdd,
    linksList,
    linksAdd,
    projectsList,
    issueTypesList,
    usersFind,
  ],
  translations,
});
