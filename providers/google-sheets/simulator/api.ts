/** The Sheets API v4 over the simulated spreadsheets, written from its documentation. */
import { googleRoutes, userInfo } from "@svc/google/simulator";
import { fieldsOf, Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import { methodScopes, spreadsheetOf, type SheetsCall } from "./access.ts";
import { batchUpdate, isVisible } from "./batch.ts";
import { metadataBody, spreadsheetBody } from "./bodies.ts";
import type { Caller } from "./model.ts";
import { appendValues, batchGetValues, clearValues, getValues, updateValues } from "./values.ts";
import { invalid, type SheetsWorld, type Switches } from "./world.ts";

const route = (run: (call: SheetsCall) => Result, anyScope: readonly string[]) => ({ run, anyScope });
const { read, write } = methodScopes;
const userInfoScopes = ["https://www.googleapis.com/auth/userinfo.email"];

/** The simulated API. */
export const sheetsApi = simulatedApi<SheetsWorld, Caller, object, Switches>({
  routes: {
    ...googleRoutes,
    "GET /oauth2/v3/userinfo": route(() => ({ json: userInfo }), userInfoScopes),
    "GET /v4/spreadsheets/{id}": route((call) => ({ json: spreadsheetBody(call.store, spreadsheetOf(call)) }), read),
    "POST /v4/spreadsheets": route(createSpreadsheet, write),
    "POST /v4/spreadsheets/{id}": route(batchUpdate, write),
    "GET /v4/spreadsheets/{id}/values:batchGet": route(batchGetValues, read),
    "GET /v4/spreadsheets/{id}/values/{range}": route(getValues, read),
    "PUT /v4/spreadsheets/{id}/values/{range}": route(updateValues, write),
    "POST /v4/spreadsheets/{id}/values/{range}": route(postValues, write),
    "GET /v4/spreadsheets/{id}/developerMetadata/{metadata}": route(getMetadata, write),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers), request.timeMs);
    if (token === undefined)
      throw new Refusal(401, "Request had invalid authentication credentials.", { code: "UNAUTHENTICATED" });
    return { app: token.clientId, scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around({ request, store }, run) {
    if (!store.limits.take("user", "minute", request.timeMs, store.switches.requestsPerMinute)) {
      return refusedResponse(new Refusal(429, "Quota exceeded.", { code: "RESOURCE_EXHAUSTED" }));
    }
    return run();
  },
  refused: refusedResponse,
});

function postValues(call: SheetsCall): Result {
  const method = /:(append|clear)$/.exec(call.params["range"] ?? "")?.[1];
  if (method === undefined) throw new Refusal(404, "Not Found", { code: "NOT_FOUND" });
  return method === "append" ? appendValues(call) : clearValues(call);
}

function createSpreadsheet({ request, store, caller }: SheetsCall): Result {
  const { properties, sheets } = fieldsOf(request);
  const {
    title = "Untitled spreadsheet",
    locale = "en_US",
    timeZone = "Etc/GMT",
  } = Object(properties) as Record<string, string>;
  const spreadsheetId = store.newId();
  const spreadsheet = store.spreadsheets.create({ spreadsheetId, title, locale, timeZone, apps: [caller.app] });
  const titles = Array.isArray(sheets) ? sheets.map(titleOf) : ["Sheet1"];
  for (const [at, name] of titles.entries())
    store.addSheet(spreadsheetId, { title: name, ...(at === 0 ? { sheetId: 0 } : {}) });
  return {
    json: spreadsheetBody(store, spreadsheet),
    effects: [{ kind: "spreadsheet.create", spreadsheet: spreadsheetId }],
  };
}

function titleOf(sheet: unknown): string {
  const { properties } = Object(sheet) as { properties?: { title?: unknown } };
  if (typeof properties?.title !== "string") throw invalid("Invalid sheets");
  return properties.title;
}

function getMetadata(call: SheetsCall): Result {
  const { spreadsheetId } = spreadsheetOf(call);
  const entry = call.store.metadata.in(spreadsheetId).get(Number(call.params["metadata"]));
  if (entry === undefined || !isVisible(entry, call.caller.app)) {
    throw new Refusal(404, "No developer metadata with this ID.", { code: "NOT_FOUND" });
  }
  return { json: metadataBody(entry) };
}

const statuses: Readonly<Record<string, string>> = {
  missing_scope: "PERMISSION_DENIED",
  not_found: "NOT_FOUND",
  no_route: "NOT_FOUND",
  bad_body: "INVALID_ARGUMENT",
};

function refusedResponse({ status, message, code }: Refusal): SimResponse {
  const reasons: Readonly<Record<string, string>> = {
    missing_scope: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    RESOURCE_EXHAUSTED: "RATE_LIMIT_EXCEEDED",
  };
  const reason = reasons[code];
  const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", domain: "googleapis.com", reason };
  const details = reason === undefined ? {} : { details: [info] };
  return { status, json: { error: { code: status, message, status: statuses[code] ?? code, ...details } } };
}
