/** The Notion API for the simulated workspace, written from its documentation. */
import { authorizationRoutes, Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import * as reads from "./reads.ts";
import type { Caller, NotionCall } from "./reads.ts";
import * as writes from "./writes.ts";
import type { NotionWorld, Switches } from "./world.ts";

const read = (run: (call: NotionCall) => Result, scope: string) => ({ run, anyScope: [scope], reads: true });
const change = (run: (call: NotionCall) => Result, scope: string) => ({ run, anyScope: [scope], reads: false });

/** The simulated API. */
export const notionApi = simulatedApi<NotionWorld, Caller, { reads: boolean }, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/v1/oauth/authorize", token: "/v1/oauth/token", revoke: "/v1/oauth/revoke" }),
    "GET /v1/users/me": { run: reads.getMe, reads: true },
    "POST /v1/search": read(reads.search, "read_content"),
    "GET /v1/pages/{page}": read(reads.getPage, "read_content"),
    "GET /v1/pages/{page}/markdown": read(reads.getMarkdown, "read_content"),
    "GET /v1/blocks/{block}/children": read(reads.listBlocks, "read_content"),
    "GET /v1/databases/{database}": read(reads.getDatabase, "read_content"),
    "GET /v1/data_sources/{source}": read(reads.getDataSource, "read_content"),
    "POST /v1/data_sources/{source}/query": read(reads.queryDataSource, "read_content"),
    "GET /v1/comments": read(reads.listComments, "read_comments"),
    "GET /v1/users": read(reads.listUsers, "read_users"),
    "POST /v1/pages": change(writes.createPage, "insert_content"),
    "PATCH /v1/pages/{page}": change(writes.updatePage, "update_content"),
    "PATCH /v1/blocks/{block}/children": change(writes.appendBlocks, "insert_content"),
    "POST /v1/comments": change(writes.createComment, "insert_comments"),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers), request.timeMs);
    if (token === undefined) throw new Refusal(401, "API token is invalid.", { code: "unauthorized" });
    if (request.headers["notion-version"] === undefined) {
      throw new Refusal(400, "Notion-Version header should be defined", { code: "missing_version" });
    }
    return { scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around({ request, store, route }, run) {
    const { requestsPerSecond, changesResponse } = store.switches;
    if (!store.limits.take("integration", "second", request.timeMs, requestsPerSecond)) {
      const limited = new Refusal(429, "You have been rate limited.", { code: "rate_limited" });
      return { ...refusedResponse(limited), headers: { "retry-after": "1" } };
    }
    if (changesResponse === 0 || route?.reads === true) return run();
    const codes: Readonly<Record<number, string>> = {
      409: "conflict_error",
      503: "service_unavailable",
      529: "service_overload",
    };
    return refusedResponse(
      new Refusal(changesResponse, "Try again.", { code: codes[changesResponse] ?? "internal_server_error" }),
    );
  },
  refused: refusedResponse,
});

function refusedResponse({ status, message, code }: Refusal): SimResponse {
  const codes: Readonly<Record<string, string>> = {
    missing_scope: "restricted_resource",
    no_route: "invalid_request_url",
    not_found: "object_not_found",
    bad_page: "validation_error",
  };
  return { status, json: { object: "error", status, code: codes[code] ?? code, message, request_id: "simulated" } };
}
