/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { contentsGet } from "./actions/contents.get.ts";
import { issuesComment } from "./actions/issues.comment.ts";
import { issuesCommentsList } from "./actions/issues.comments.list.ts";
import { issuesCreate } from "./actions/issues.create.ts";
import { issuesGet } from "./actions/issues.get.ts";
import { issuesList } from "./actions/issues.list.ts";
import { issuesUpdate } from "./actions/issues.update.ts";
import { pullsGet } from "./actions/pulls.get.ts";
import { pullsList } from "./actions/pulls.list.ts";
import { repositoriesGet } from "./actions/repositories.get.ts";
import { repositoriesList } from "./actions/repositories.list.ts";
import { searchIssues } from "./actions/search.issues.ts";
import { userGet } from "./actions/user.get.ts";
import { oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** GitHub through its REST API, with the token of an OAuth app or a GitHub App. */
export const github = defineProvider({
  slug: "github",
  name: "GitHub",
  logo,
  description: "Repositories, issues, pull requests and files of the connected GitHub account.",
  docsUrl: "https://docs.github.com/rest",
  origin: "https://api.github.com",
  auth: [oauth],
  requestIdHeader: "x-github-request-id",
  responseHeaders: [
    "link",
    "location",
    "etag",
    "date",
    "retry-after",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-accepted-oauth-scopes",
    "x-accepted-github-permissions",
    "x-github-sso",
  ],
  refuse,
  actions: [
    repositoriesList,
    repositoriesGet,
    issuesList,
    issuesGet,
    issuesCreate,
    issuesUpdate,
    issuesCommentsList,
    issuesComment,
    pullsList,
    pullsGet,
    contentsGet,
    searchIssues,
    userGet,
  ],
  translations,
});
