/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { commentActions } from "./actions/comments.ts";
import { contentActions } from "./actions/contents.ts";
import { issueActions } from "./actions/issues.ts";
import { pullActions } from "./actions/pulls.ts";
import { repositoryActions } from "./actions/repositories.ts";
import { searchActions } from "./actions/search.ts";
import { userActions } from "./actions/user.ts";
import { oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { events } from "./events.ts";
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
    ...repositoryActions,
    ...issueActions,
    ...commentActions,
    ...pullActions,
    ...contentActions,
    ...searchActions,
    ...userActions,
  ],
  events,
  translations,
});
