/** The Jira Cloud API v3 behind Atlassian's gateway, written from its documentation. */
import { authorizationRoutes, Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import * as reads from "./reads.ts";
import type { Caller, JiraCall } from "./reads.ts";
import * as writes from "./writes.ts";
import type { JiraWorld, Switches } from "./world.ts";

const route = (run: (call: JiraCall) => Result, scope: string, more: { reads?: boolean } = {}) => ({
  run,
  anyScope: [scope],
  ...more,
});
const read = (run: (call: JiraCall) => Result) => route(run, "read:jira-work");
const write = (run: (call: JiraCall) => Result) => route(run, "write:jira-work");
const api = "/ex/jira/{site}/rest/api/3";

/** The simulated API. */
export const jiraApi = simulatedApi<JiraWorld, Caller, object, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/authorize", token: "/oauth/token" }),
    "GET /oauth/token/accessible-resources": { run: reads.listSites },
    [`GET ${api}/myself`]: route(reads.getMyself, "read:jira-user"),
    [`GET ${api}/search/jql`]: read(reads.search),
    [`GET ${api}/issue/{issue}`]: read(reads.getIssue),
    [`GET ${api}/issue/{issue}/transitions`]: read(reads.listTransitions),
    [`GET ${api}/issue/{issue}/comment`]: read(reads.listComments),
    [`POST ${api}/comment/list`]: route(reads.listCommentsById, "read:jira-work", { reads: true }),
    [`GET ${api}/issue/{issue}/worklog`]: read(reads.listWorklogs),
    [`GET ${api}/issue/{issue}/remotelink`]: read(reads.listLinks),
    [`GET ${api}/project/search`]: read(reads.searchProjects),
    [`GET ${api}/issue/createmeta/{project}/issuetypes`]: read(reads.listIssueTypes),
    [`GET ${api}/user/search`]: route(reads.searchUsers, "read:jira-user"),
    [`POST ${api}/issue`]: write(writes.createIssue),
    [`PUT ${api}/issue/{issue}`]: write(writes.editIssue),
    [`PUT ${api}/issue/{issue}/assignee`]: write(writes.assignIssue),
    [`POST ${api}/issue/{issue}/transitions`]: write(writes.transitionIssue),
    [`POST ${api}/issue/{issue}/comment`]: write(writes.addComment),
    [`POST ${api}/issue/{issue}/worklog`]: write(writes.addWorklog),
    [`POST ${api}/issue/{issue}/remotelink`]: write(writes.setLink),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers), request.timeMs);
    if (token === undefined) throw new Refusal(401, "Unauthorized", { code: "gateway" });
    return { scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around({ request, store }, run) {
    if (store.limits.take("user", "minute", request.timeMs, store.switches.requestsPerMinute)) return run();
    const headers = { "retry-after": "7", "ratelimit-reason": "jira-quota-tenant-based" };
    return { status: 429, headers, json: { errorMessages: ["Rate limit exceeded."], errors: {} } };
  },
  refused: refusedResponse,
});

/** Builds the response to a refusal. The gateway answers 401 for a missing scope, as for an unknown token. */
function refusedResponse({ status, message, code, details }: Refusal): SimResponse {
  if (code === "gateway") return { status, json: { code: status, message } };
  if (code === "missing_scope")
    return { status: 401, json: { code: 401, message: "Unauthorized; scope does not match" } };
  const { field } = Object(details) as { field?: string };
  const json =
    field === undefined
      ? { errorMessages: [message], errors: {} }
      : { errorMessages: [], errors: { [field]: message } };
  return { status, json };
}
