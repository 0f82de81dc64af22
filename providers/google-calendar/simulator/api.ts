/** The Calendar API v3 over the simulated calendars, written from its documentation. */
import { googleRoutes, userInfo } from "@svc/google/simulator";
import { Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import {
  getEvent,
  listCalendars,
  listEvents,
  listInstances,
  queryFreeBusy,
  type CalendarCall,
  type Caller,
} from "./reads.ts";
import { deleteEvent, insertEvent, moveEvent, patchEvent } from "./writes.ts";
import type { CalendarWorld, Switches } from "./world.ts";

const scopes = (...names: string[]) => names.map((name) => `https://www.googleapis.com/auth/${name}`);
const lists = scopes("calendar", "calendar.readonly", "calendar.calendarlist.readonly");
const reads = scopes("calendar", "calendar.readonly", "calendar.events", "calendar.events.readonly");
const writes = scopes("calendar", "calendar.events");
const busy = scopes("calendar", "calendar.readonly", "calendar.freebusy");

const route = (run: (call: CalendarCall) => Result, anyScope: readonly string[], more: { reads?: boolean } = {}) => ({
  run,
  anyScope,
  ...more,
});
const events = "/calendar/v3/calendars/{calendar}/events";

/** The simulated API. */
export const calendarApi = simulatedApi<CalendarWorld, Caller, object, Switches>({
  routes: {
    ...googleRoutes,
    "GET /oauth2/v3/userinfo": route(() => ({ json: userInfo }), scopes("userinfo.email")),
    "GET /calendar/v3/users/me/calendarList": route(listCalendars, lists),
    "POST /calendar/v3/freeBusy": route(queryFreeBusy, busy, { reads: true }),
    [`GET ${events}`]: route(listEvents, reads),
    [`POST ${events}`]: route(insertEvent, writes),
    [`GET ${events}/{event}`]: route(getEvent, reads),
    [`PATCH ${events}/{event}`]: route(patchEvent, writes),
    [`DELETE ${events}/{event}`]: route(deleteEvent, writes),
    [`GET ${events}/{event}/instances`]: route(listInstances, reads),
    [`POST ${events}/{event}/move`]: route(moveEvent, writes),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers), request.timeMs);
    if (token === undefined) throw new Refusal(401, "Invalid Credentials", { code: "authError" });
    return { scopes: token.scopes };
  },
  scopesOf: ({ scopes: held }) => held,
  around({ request, store }, run) {
    const { requestsPerMinute, limitStatus } = store.switches;
    if (!store.limits.take("user", "minute", request.timeMs, requestsPerMinute)) {
      return refusedResponse(new Refusal(limitStatus, "Rate Limit Exceeded", { code: "rateLimitExceeded" }));
    }
    return run();
  },
  refused: refusedResponse,
});

function refusedResponse({ status, message, code }: Refusal): SimResponse {
  const reasons = { missing_scope: "insufficientPermissions", not_found: "notFound", no_route: "notFound" };
  const reason = (reasons as Readonly<Record<string, string>>)[code] ?? code;
  const domain = reason.endsWith("Exceeded") ? "usageLimits" : "global";
  return { status, json: { error: { errors: [{ domain, reason, message }], code: status, message } } };
}
