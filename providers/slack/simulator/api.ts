/** Slack's Web API for the simulated workspace, written from its documentation. */
import { authorizationRoutes, Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import * as methods from "./methods.ts";
import type { Caller, SlackCall } from "./methods.ts";
import type { SlackWorld, Switches } from "./world.ts";

interface Method {
  readonly run: (call: SlackCall) => Result;
  readonly anyScope?: readonly string[];
  readonly reads: boolean;
}

const read = (run: Method["run"], ...anyScope: string[]): Method => ({ run, anyScope, reads: true });
const change = (run: Method["run"], ...anyScope: string[]): Method => ({ run, anyScope, reads: false });

const table: Readonly<Record<string, Method>> = {
  "auth.test": read(methods.authTest),
  // The methods without a scope here check the one for the kind of conversation.
  "conversations.list": read(methods.listChannels),
  "conversations.info": read(methods.getChannel),
  "conversations.history": read(methods.listMessages),
  "conversations.replies": read(methods.listReplies),
  "users.list": read(methods.listUsers, "users:read"),
  "users.lookupByEmail": read(methods.findUser, "users:read.email"),
  "chat.postMessage": change(methods.postMessage, "chat:write"),
  "chat.update": change(methods.updateMessage, "chat:write"),
  "chat.delete": change(methods.deleteMessage, "chat:write"),
  "chat.scheduleMessage": change(methods.scheduleMessage, "chat:write"),
  "reactions.add": change(methods.addReaction, "reactions:write"),
  "conversations.open": change(methods.openDirect),
  "conversations.create": change(methods.createChannel, "channels:manage"),
  "conversations.invite": change(methods.invite),
};

// Slack accepts GET and POST for each of its methods.
const routes = Object.entries(table).flatMap(([name, method]) => [
  [`GET /api/${name}`, method] as const,
  [`POST /api/${name}`, method] as const,
]);

/** The simulated API. */
export const slackApi = simulatedApi<SlackWorld, Caller, object, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/oauth/v2/authorize", token: "/api/oauth.v2.access" }),
    "POST /api/auth.revoke": {
      run({ request, store }) {
        store.tokens.end(tokenIn(request.headers) ?? "");
        return { json: { ok: true, revoked: true }, effects: [{ kind: "token.revoke" }] };
      },
    },
    ...Object.fromEntries(routes),
  },
  caller(request, { tokens }) {
    const value = tokenIn(request.headers);
    if (value === undefined) throw new Refusal(200, "not_authed", { code: "not_authed" });
    const token = tokens.find(value, request.timeMs);
    const known = tokens.known(value);
    if (token === undefined) {
      const word = known === undefined ? "invalid_auth" : known.revoked ? "token_revoked" : "token_expired";
      throw new Refusal(200, word, { code: word });
    }
    return { scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around({ request, store, route }, run) {
    const { callsPerMinute, failsWith, failsAfterEffect } = store.switches;
    if (!store.limits.take(request.path, "minute", request.timeMs, callsPerMinute)) {
      return { status: 429, headers: { "retry-after": "30" }, json: { ok: false, error: "ratelimited" } };
    }
    const fails = failsWith !== "" && (route as Method | undefined)?.reads === false;
    if (!fails) return run();
    const effects = failsAfterEffect ? (run().effects ?? []) : [];
    return { status: 200, json: failsWith === "(nothing)" ? {} : { ok: false, error: failsWith }, effects };
  },
  refused: refusedResponse,
});

function refusedResponse({ code, details }: Refusal): SimResponse {
  const words: Readonly<Record<string, string>> = {
    bad_page: "invalid_cursor",
    no_route: "unknown_method",
    bad_body: "invalid_json",
  };
  if (code !== "missing_scope") return { status: 200, json: { ok: false, error: words[code] ?? code } };
  const { needed, held } = details as { needed: string[]; held: string[] };
  return {
    status: 200,
    json: { ok: false, error: "missing_scope", needed: needed.join(","), provided: held.join(",") },
  };
}
