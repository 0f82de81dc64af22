/** HubSpot's CRM API for the simulated account, written from its documentation. */
import { authorizationRoutes, Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import * as reads from "./reads.ts";
import type { Caller, HubspotCall } from "./reads.ts";
import * as writes from "./writes.ts";
import type { HubspotWorld, Switches } from "./world.ts";

const read = (run: (call: HubspotCall) => Result, ...anyScope: string[]) => ({ run, anyScope, reads: true });
const change = (run: (call: HubspotCall) => Result) => ({ run, reads: false });
const objects = "/crm/v3/objects/{type}";
const owners = read(reads.listOwners, "crm.objects.owners.read");

/** The simulated API. */
export const hubspotApi = simulatedApi<HubspotWorld, Caller, { reads: boolean }, Switches>({
  routes: {
    ...authorizationRoutes({
      authorize: "/oauth/authorize",
      token: "/oauth/2026-03/token",
      revoke: "/oauth/2026-03/token/revoke",
    }),
    "GET /account-info/v3/details": read(reads.getAccount),
    "GET /crm/v3/owners": owners,
    "GET /crm/v3/owners/": owners,
    "GET /crm/v3/pipelines/{type}": read(reads.listPipelines),
    [`POST ${objects}/search`]: read(reads.searchObjects),
    [`GET ${objects}/{id}`]: read(reads.getObject),
    [`POST ${objects}`]: change(writes.createObject),
    [`PATCH ${objects}/{id}`]: change(writes.updateObject),
    [`POST ${objects}/batch/upsert`]: change(writes.upsertObjects),
    "GET /crm/v4/objects/{from}/{id}/associations/{to}": read(reads.listAssociations),
    "PUT /crm/v4/objects/{from}/{id}/associations/default/{to}/{toId}": change(writes.associateObjects),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers), request.timeMs);
    if (token === undefined)
      throw new Refusal(401, "Authentication credentials not found.", { code: "INVALID_AUTHENTICATION" });
    return { scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around({ request, store, route }, run) {
    const { requestsPerTenSeconds, changesResponse } = store.switches;
    if (!store.limits.take("app", "tenSeconds", request.timeMs, requestsPerTenSeconds)) {
      return refusedResponse(
        new Refusal(429, "You have reached your ten_secondly_rolling limit.", { code: "RATE_LIMITS" }),
      );
    }
    if (changesResponse === 0 || route?.reads === true) return run();
    return refusedResponse(new Refusal(changesResponse, "Not now.", { code: "CONFLICT" }));
  },
  refused: refusedResponse,
});

function refusedResponse({ status, message, code }: Refusal): SimResponse {
  return {
    status,
    json: { status: "error", message, correlationId: "00000000-0000-4000-a000-000000000000", category: code },
  };
}
