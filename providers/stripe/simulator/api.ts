/** Stripe's API for the simulated account, written from its documentation. */
import { Refusal, simulatedApi, tokenIn, type Result, type SimAnswer } from "@svc/simulator";
import {
  cancelSubscription,
  createObject,
  getObject,
  listObjects,
  updateCustomer,
  type Caller,
  type StripeCall,
} from "./routes.ts";
import { resources, type Resource, type StripeWorld, type Switches } from "./world.ts";

const route = (run: (call: StripeCall) => Result, ...anyScope: string[]) => ({ run, anyScope });
const reading = (resource: string) => [`${resource}_read`, `${resource}_write`];

const lists = (Object.keys(resources) as Resource[]).flatMap((resource) => [
  [`GET /v1/${resource}`, route((call) => listObjects(call, resource), ...reading(resource))] as const,
  [`GET /v1/${resource}/{id}`, route((call) => getObject(call, resource), ...reading(resource))] as const,
]);
const creations = (["customers", "products", "prices", "refunds"] as const).map(
  (resource) => [`POST /v1/${resource}`, route((call) => createObject(call, resource), `${resource}_write`)] as const,
);
const account = {
  id: "acct_simulated",
  object: "account",
  settings: { dashboard: { display_name: "Simulated account" } },
};
const balance = {
  object: "balance",
  livemode: false,
  available: [{ amount: 12_500, currency: "eur", source_types: { card: 12_500 } }],
  pending: [{ amount: 0, currency: "eur", source_types: {} }],
};

/** The simulated API. */
export const stripeApi = simulatedApi<StripeWorld, Caller, object, Switches>({
  routes: {
    "GET /v1/account": route(() => ({ json: account })),
    "GET /v1/balance": route(() => ({ json: balance }), "balance_read"),
    ...Object.fromEntries(lists),
    ...Object.fromEntries(creations),
    "POST /v1/customers/{id}": route(updateCustomer, "customers_write"),
    "DELETE /v1/subscriptions/{id}": route(cancelSubscription, "subscriptions_write"),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers, ["bearer", "basic-user"]), request.timeMs);
    if (token === undefined) throw new Refusal(401, "Invalid API Key provided", { code: "" });
    return { scopes: token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around(call, run) {
    const { request, store } = call;
    const headers = { "request-id": `req_${String(request.sequence)}`, "stripe-version": "2026-10-28.endive" };
    if (!store.limits.take("key", "second", request.timeMs, store.switches.requestsPerSecond)) {
      const refused = refusedAnswer(new Refusal(429, "Too many requests", { code: "rate_limit" }));
      return { ...refused, headers };
    }
    const answer = request.method === "POST" ? idempotent(call, run) : failing(call, run);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  },
  refused: refusedAnswer,
});

/** Stores the answer of each idempotency key for a day, whatever the answer was, including a 500. */
function idempotent(call: StripeCall, run: () => SimAnswer): SimAnswer {
  const { request, store } = call;
  const key = request.headers["idempotency-key"];
  if (key === undefined) return failing(call, run);
  const kept = store.kept.get(key);
  const same = `${request.path}?${request.bodyText}`;
  if (kept !== undefined) {
    if (kept.request !== same) {
      const text = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return { status: 400, json: { error: { type: "idempotency_error", message: text } } };
    }
    return { status: kept.status, json: kept.json, headers: { "idempotent-replayed": "true" } };
  }
  const answer = failing(call, run);
  // Requests that didn't start to execute aren't stored.
  if (![401, 403, 429].includes(answer.status))
    store.kept.set(key, { request: same, status: answer.status, json: answer.json });
  return answer;
}

function failing({ request, store }: StripeCall, run: () => SimAnswer): SimAnswer {
  const { fails, failsAfterEffect } = store.switches;
  if (!fails || request.method === "GET") return run();
  const effects = failsAfterEffect ? (run().effects ?? []) : [];
  return { status: 500, json: { error: { type: "api_error", message: "Something went wrong." } }, effects };
}

function refusedAnswer({ status, message, code }: Refusal): SimAnswer {
  const isMissing = code === "missing_scope";
  const type = status === 429 ? "rate_limit_error" : "invalid_request_error";
  const word = isMissing ? {} : { code: code === "no_route" ? "resource_missing" : code };
  return { status, json: { error: { type, ...(code === "" ? {} : word), message } } };
}
