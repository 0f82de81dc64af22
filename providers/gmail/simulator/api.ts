/** The Gmail API v1 over the simulated mailbox, written from its documentation. */
import { googleRoutes, userInfo } from "@svc/google/simulator";
import { Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import {
  getDraft,
  getMessage,
  getThread,
  listDrafts,
  listLabels,
  listMessages,
  listThreads,
  type Caller,
  type GmailCall,
} from "./reads.ts";
import { createDraft, createLabel, modifyMessage, sendDraft, sendMessage, trashMessage } from "./writes.ts";
import type { GmailWorld, Switches } from "./world.ts";

const scopes = (...names: string[]) => [
  "https://mail.google.com/",
  ...names.map((name) => `https://www.googleapis.com/auth/${name}`),
];
const reads = scopes("gmail.modify", "gmail.readonly");
const composes = scopes("gmail.modify", "gmail.compose");
const seesDrafts = scopes("gmail.modify", "gmail.compose", "gmail.readonly");
const sends = scopes("gmail.modify", "gmail.compose", "gmail.send");
const modifies = scopes("gmail.modify");
const seesLabels = scopes("gmail.modify", "gmail.readonly", "gmail.labels");
const labels = scopes("gmail.modify", "gmail.labels");

const route = (run: (call: GmailCall) => Result, anyScope: readonly string[]) => ({ run, anyScope });
const me = "/gmail/v1/users/me";

/** The simulated API. */
export const gmailApi = simulatedApi<GmailWorld, Caller, object, Switches>({
  routes: {
    ...googleRoutes,
    "GET /oauth2/v3/userinfo": route(() => ({ json: userInfo }), scopes("userinfo.email")),
    [`GET ${me}/messages`]: route(listMessages, reads),
    [`POST ${me}/messages/send`]: route(sendMessage, sends),
    [`GET ${me}/messages/{message}`]: route(getMessage, reads),
    [`POST ${me}/messages/{message}/modify`]: route(modifyMessage, modifies),
    [`POST ${me}/messages/{message}/trash`]: route(trashMessage, modifies),
    [`GET ${me}/threads`]: route(listThreads, reads),
    [`GET ${me}/threads/{thread}`]: route(getThread, reads),
    [`GET ${me}/drafts`]: route(listDrafts, seesDrafts),
    [`POST ${me}/drafts`]: route(createDraft, composes),
    [`POST ${me}/drafts/send`]: route(sendDraft, composes),
    [`GET ${me}/drafts/{draft}`]: route(getDraft, seesDrafts),
    [`GET ${me}/labels`]: route(listLabels, seesLabels),
    [`POST ${me}/labels`]: route(createLabel, labels),
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
      return refusedResponse(new Refusal(limitStatus, "User-rate limit exceeded.", { code: "userRateLimitExceeded" }));
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
