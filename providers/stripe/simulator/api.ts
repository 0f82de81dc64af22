/** Stripe's API for the simulated account, written from its documentation. */
import { authorizationRoutes, Refusal, simulatedApi, tokenIn, type Result, type SimResponse } from "@svc/simulator";
import { deauthorize } from "./deauthorize.ts";
import {
  cancelSubscription,
  createObject,
  getObject,
  listObjects,
  updateCustomer,
  type Caller,
  type StripeCall,
} from "./routes.ts";
import { account, resources, type Resource, type StripeWorld, type Switches } from "./world.ts";

const route = (run: (call: StripeCall) => Result, ...anyScope: string[]) => ({ run, anyScope });
/** Each endpoint has its own permission; one to write includes the one to read. */
const reading = (resource: Resource) => {
  const { permission } = resources[resource];
  return [`${permission}_read`, `${permission}_write`];
};
const writing = (resource: Resource) => `${resources[resource].permission}_write`;

const lists = (Object.keys(resources) as Resource[]).flatMap((resource) => [
  [`GET /v1/${resource}`, route((call) => listObjects(call, resource), ...reading(resource))] as const,
  [`GET /v1/${resource}/{id}`, route((call) => getObject(call, resource), ...reading(resource))] as const,
]);
const creations = (["customers", "products", "prices", "refunds"] as const).map(
  (resource) => [`POST /v1/${resource}`, route((call) => createObject(call, resource), writing(resource))] as const,
);
/** The permissions of a token with the scope `read_write`. */
const everyPermission = [
  "accounts_kyc_basic_read",
  "balance_read",
  ...(Object.keys(resources) as Resource[]).flatMap((resource) => [...reading(resource)]),
];
const balance = {
  object: "balance",
  livemode: false,
  available: [{ amount: 12_500, currency: "eur", source_types: { card: 12_500 } }],
  pending: [{ amount: 0, currency: "eur", source_types: {} }],
};

/** The simulated API. */
export const stripeApi = simulatedApi<StripeWorld, Caller, object, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/oauth/authorize", token: "/oauth/token" }),
    "POST /oauth/deauthorize": { respond: deauthorize },
    "GET /v1/account": route(() => ({ json: account }), "accounts_kyc_basic_read"),
    "GET /v1/balance": route(() => ({ json: balance }), "balance_read"),
    ...Object.fromEntries(lists),
    ...Object.fromEntries(creations),
    "POST /v1/customers/{id}": route(updateCustomer, writing("customers")),
    "DELETE /v1/subscriptions/{id}": route(cancelSubscription, writing("subscriptions")),
  },
  caller(request, { tokens }) {
    const token = tokens.find(tokenIn(request.headers, ["bearer", "basic-user"]), request.timeMs);
    if (token === undefined) throw new Refusal(401, "Invalid API Key provided", { code: "" });
    return { scopes: token.scopes.includes("read_write") ? everyPermission : token.scopes };
  },
  scopesOf: ({ scopes }) => scopes,
  around(call, run) {
    const { request, store } = call;
    const headers = { "request-id": `req_${String(request.sequence)}`, "stripe-version": "2026-10-28.endive" };
    if (!store.limits.take("key", "second", request.timeMs, store.switches.requestsPerSecond)) {
      const refused = refusedResponse(new Refusal(429, "Too many requests", { code: "rate_limit" }));
      return { ...refused, headers };
    }
    const response = request.method === "POST" ? idempotent(call, run) : failing(call, run);
    return { ...response, headers: { ...headers, ...response.headers } };
  },
  refused: refusedResponse,
});

/** Stores the response of each idempotency key for a day, whatever the response was, including a 500. */
function idempotent(call: StripeCall, run: () => SimResponse): SimResponse {
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
  const response = failing(call, run);
  // Requests that didn't start to execute aren't stored.
  if (![401, 403, 429].includes(response.status))
    store.kept.set(key, { request: same, status: response.status, json: response.json });
  if (store.switches.sentTwice) return { ...response, ...keyInUse };
  return response;
}

const keyInUse = {
  status: 409,
  json: {
    error: {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: "There is currently another in-progress request using this Idempotent Key.",
    },
  },
};

function failing({ request, store }: StripeCall, run: () => SimResponse): SimResponse {
  const { fails, failsAfterEffect } = store.switches;
  if (!fails || request.method === "GET") return run();
  const effects = failsAfterEffect ? (run().effects ?? []) : [];
  return { status: 500, json: { error: { type: "api_error", message: "Something went wrong." } }, effects };
}

function refusedResponse({ status, message, code, details }: Refusal): SimResponse {
  if (code === "missing_scope") {
    const { needed } = details as { needed: readonly string[] };
    return { status, json: { error: { type: "invalid_request_error", message: permissionMessage(needed[0] ?? "") } } };
  }
  const type = status === 429 ? "rate_limit_error" : "invalid_request_error";
  const word = { code: code === "no_route" ? "resource_missing" : code };
  return { status, json: { error: { type, ...(code === "" ? {} : word), message } } };
}

/** Stripe's text, which names the account: https://github.com/stripe/stripe-node/issues/2246 */
function permissionMessage(permission: string): string {
  return (
    `The provided key 'rk_test_*********************00' does not have the required permissions for this endpoint on account ` +
    `'${account.id}'. Having the 'rak_${permission}' permission would allow this request to continue.`
  );
}
