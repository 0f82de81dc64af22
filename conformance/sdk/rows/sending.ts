/** What the SDKs send, how often, and what they never send again. */
import { problem, type ExpectedRequest, type Row } from "../row.ts";
import type { ScriptedResponse } from "../scripted-server.ts";

const input = { project: "api", config: "dev", name: "A", value: "s3cret-canary" };
const write = { tenant_id: "ten_1", connection_id: "con_1", action_id: "secrets.set", input };
const keyed = { ...write, idempotencyKey: "key-1" };
const path = "/v1/tenants/ten_1/connections/con_1/actions/secrets.set:execute";
const unkeyedRequest: ExpectedRequest = { method: "POST", path, body: { input } };
const keyedRequest: ExpectedRequest = { ...unkeyedRequest, key: "key-1" };
const done: ScriptedResponse = { status: 200, body: { execution: { id: "act_1" }, output: null } };
const executed = { execution: { id: "act_1" }, output: null, replayed: false };
const execute = { operation: "executeAction", arguments: keyed } as const;
const profile = { operation: "getServiceClient" } as const;
const profileRequest: ExpectedRequest = { method: "GET", path: "/v1/service-client" };

const broken = [
  ["a reset before the response", "resetBeforeResponse"],
  ["a close before the response", "closeBeforeResponse"],
  ["a reset inside the headers", "resetInHeaders"],
  ["a close inside the headers", "closeInHeaders"],
  ["a reset inside the body", "resetInBody"],
  ["a close inside the body", "closeInBody"],
  ["a close inside a chunk", "closeInChunk"],
  ["a close before the last chunk", "closeBetweenChunks"],
  ["bytes that aren't HTTP", "notHttp"],
] as const;

const afterBreaks: readonly Row[] = broken.flatMap(([what, fault]): Row[] => [
  {
    name: `sends a write with a key again after ${what}, with the same key and body`,
    ...execute,
    responses: [{ fault }, { fault }, done],
    requests: { times: 3, request: keyedRequest },
    waitsMs: [200, 400],
    result: executed,
  },
  {
    name: `never sends a write without a key again after ${what}`,
    operation: "executeAction",
    arguments: write,
    responses: [{ fault }],
    requests: [unkeyedRequest],
    waitsMs: [],
    error: { class: "ConnectionError", idempotencyKey: null },
  },
]);

/** Changes that accept no key; each can act twice. */
const unkeyedChanges = [
  ["updateTenant", { tenant_id: "ten_1", displayName: "B" }, "PATCH", "/v1/tenants/ten_1", { displayName: "B" }],
  ["deleteTenant", { tenant_id: "ten_1" }, "DELETE", "/v1/tenants/ten_1"],
  [
    "disconnectConnection",
    { tenant_id: "ten_1", connection_id: "con_1" },
    "DELETE",
    "/v1/tenants/ten_1/connections/con_1",
  ],
  [
    "cancelConnectSession",
    { tenant_id: "ten_1", session_id: "cs_1" },
    "POST",
    "/v1/tenants/ten_1/connect-sessions/cs_1:cancel",
  ],
  [
    "resolveExecution",
    { tenant_id: "ten_1", execution_id: "act_1", outcome: "failed" },
    "POST",
    "/v1/tenants/ten_1/action-executions/act_1:resolve",
    { outcome: "failed" },
  ],
] as const;

const neverAgain: readonly Row[] = unkeyedChanges.map(([operation, given, method, at, body]): Row => ({
  name: `never sends ${operation} again`,
  operation,
  arguments: given,
  responses: [{ fault: "resetBeforeResponse" }],
  requests: [{ method, path: at, ...(body === undefined ? {} : { body }) }],
  error: { class: "ConnectionError", idempotencyKey: null },
}));

const hints: Readonly<Record<string, string>> = { "retry-after": "0", "x-should-retry": "true" };
const statuses = [300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 408, 409, 410, 421, 425, 429, 500, 502, 503];

/**
 * Whatever its headers say, it's a response that svc didn't write: svc may have acted. Repeating is the caller's
 * decision.
 */
const afterResponses: readonly Row[] = statuses.flatMap((status): Row[] => {
  const headers = status < 400 ? { ...hints, location: "/elsewhere" } : hints;
  const error = { class: classOf(status), status, code: null, retryable: false } as const;
  return [
    {
      name: `sends a write once if HTTP ${status} answers, even with x-should-retry: true and Retry-After: 0`,
      ...execute,
      responses: [{ status, headers }],
      requests: [keyedRequest],
      error,
    },
    {
      name: `sends a read once if HTTP ${status} answers`,
      ...profile,
      responses: [{ status, headers }],
      requests: [profileRequest],
      error,
    },
  ];
});

function classOf(status: number): string {
  const classes: Readonly<Record<number, string>> = {
    400: "InvalidRequestError",
    401: "AuthenticationError",
    403: "PermissionError",
    404: "NotFoundError",
    409: "ConflictError",
    410: "NotFoundError",
    429: "RateLimitError",
  };
  return classes[status] ?? (status >= 500 ? "UnavailableError" : "ApiError");
}

const running = problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS", { retryable: true }, { "retry-after": "3" });
const reset: ScriptedResponse = { fault: "resetBeforeResponse" };

const unavailable = (retryAfterSeconds: number | null, code = "OVERLOADED"): ScriptedResponse =>
  problem(
    503,
    code,
    { retryable: true },
    retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) },
  );

/** A 503 that says `retryable: true` says that nothing took effect. */
const afterUnavailable: readonly Row[] = [
  {
    name: "sends a write with a key again after a retryable 503, waiting as long as Retry-After says",
    ...execute,
    responses: [unavailable(1), unavailable(2, "ACTION_NOT_DISPATCHED"), done],
    requests: { times: 3, request: keyedRequest },
    waitsMs: [1000, 2000],
    result: executed,
  },
  {
    name: "sends a read again after a retryable 503",
    ...profile,
    responses: [unavailable(2), { status: 200, body: { id: "scl_1" } }],
    requests: { times: 2, request: profileRequest },
    waitsMs: [2000],
    result: { id: "scl_1" },
  },
  {
    name: "stops after two retries of a retryable 503, with the last response, and waits longer than Retry-After: 0 asks",
    ...execute,
    responses: [unavailable(0)],
    requests: { times: 3, request: keyedRequest },
    waitsMs: [200, 400],
    error: { class: "UnavailableError", status: 503, code: "OVERLOADED", retryable: true, retryAfterSeconds: 0 },
  },
  {
    name: "counts retries after breaks and after retryable 503s together",
    ...execute,
    responses: [reset, unavailable(1), reset],
    requests: { times: 3, request: keyedRequest },
    waitsMs: [200, 1000],
    error: { class: "ConnectionError", idempotencyKey: "key-1" },
  },
  {
    name: "reports a retryable 503 at once if it asks for more than 5 seconds",
    ...execute,
    responses: [unavailable(6)],
    requests: [keyedRequest],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: true, retryAfterSeconds: 6 },
  },
  {
    name: "waits for at most 5 seconds in all because of retryable 503s",
    ...execute,
    responses: [unavailable(3)],
    requests: { times: 2, request: keyedRequest },
    waitsMs: [3000],
    error: { class: "UnavailableError", status: 503, retryable: true, retryAfterSeconds: 3 },
  },
  {
    name: "waits for a retryable 503 for exactly 5 seconds",
    ...execute,
    responses: [unavailable(5), done],
    requests: { times: 2, request: keyedRequest },
    waitsMs: [5000],
    result: executed,
  },
  {
    name: "doesn't wait for a retryable 503 beyond the time limit",
    ...execute,
    arguments: { ...keyed, timeoutMs: 1500 },
    responses: [unavailable(2)],
    requests: [keyedRequest],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: true, retryAfterSeconds: 2 },
  },
  {
    name: "reports a retryable 503 without Retry-After at once",
    ...execute,
    responses: [unavailable(null)],
    requests: [keyedRequest],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: true, retryAfterSeconds: null },
  },
  {
    name: "never sends a write again after a 503 that doesn't say retryable",
    ...execute,
    responses: [problem(503, "OVERLOADED", { retryable: false }, { "retry-after": "1" })],
    requests: [keyedRequest],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: false },
  },
  {
    name: "leaves a retryable 429 to the caller",
    ...profile,
    responses: [problem(429, "RATE_LIMITED", { retryable: true }, { "retry-after": "1" })],
    requests: [profileRequest],
    waitsMs: [],
    error: { class: "RateLimitError", retryable: true, retryAfterSeconds: 1 },
  },
  {
    name: "never sends an execution without a key again after a retryable 503",
    operation: "executeAction",
    arguments: write,
    responses: [unavailable(1)],
    requests: [unkeyedRequest],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: true },
  },
  ...unkeyedChanges.map(([operation, given, method, at, body]): Row => ({
    name: `never sends ${operation} again after a retryable 503`,
    operation,
    arguments: given,
    responses: [unavailable(1)],
    requests: [{ method, path: at, ...(body === undefined ? {} : { body }) }],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: true },
  })),
  {
    name: "doesn't wait for another's attempt with the same key after a retryable 503",
    ...execute,
    responses: [unavailable(1), running, done],
    requests: { times: 2, request: keyedRequest },
    waitsMs: [1000],
    error: { class: "ConflictError", code: "IDEMPOTENCY_KEY_IN_PROGRESS" },
  },
  {
    name: "waits for its own lost attempt after a retryable 503",
    ...execute,
    responses: [reset, unavailable(1), running, done],
    requests: { times: 4, request: keyedRequest },
    waitsMs: [200, 1000, 3000],
    result: executed,
  },
];

/** The client's setting for retries. */
const bySetting: readonly Row[] = [
  {
    name: "sends nothing again with a maximum of 0 retries, after a break",
    ...execute,
    settings: { maxRetries: 0 },
    responses: [reset],
    requests: [keyedRequest],
    waitsMs: [],
    error: { class: "ConnectionError", idempotencyKey: "key-1" },
  },
  {
    name: "sends nothing again with a maximum of 0 retries, after a retryable 503",
    ...execute,
    settings: { maxRetries: 0 },
    responses: [unavailable(1)],
    requests: [keyedRequest],
    waitsMs: [],
    error: { class: "UnavailableError", status: 503, retryable: true, retryAfterSeconds: 1 },
  },
  {
    name: "sends a request as often as the setting says",
    ...execute,
    settings: { maxRetries: 3 },
    responses: [unavailable(1), unavailable(1), unavailable(1), done],
    requests: { times: 4, request: keyedRequest },
    waitsMs: [1000, 1000, 1000],
    result: executed,
  },
  ...[-1, 1.5, 11].map((maxRetries): Row => ({
    name: `refuses a maximum of ${maxRetries} retries`,
    ...execute,
    settings: { maxRetries },
    responses: [],
    requests: [],
    error: { class: "SvcError" },
  })),
];

/** Rows about sending. */
export const sendingRows: readonly Row[] = [
  ...afterBreaks,
  ...neverAgain,
  ...afterResponses,
  ...afterUnavailable,
  ...bySetting,
  {
    name: "stops after two retries, with an error that names the key",
    ...execute,
    responses: [reset],
    requests: { times: 3, request: keyedRequest },
    waitsMs: [200, 400],
    error: { class: "ConnectionError", idempotencyKey: "key-1" },
  },
  {
    name: "sends a read again",
    ...profile,
    responses: [reset, { status: 200, body: { id: "scl_1" } }],
    requests: { times: 2, request: profileRequest },
    result: { id: "scl_1" },
  },
  {
    name: "creates one key for all retries",
    operation: "createTenant",
    arguments: { externalId: "a", displayName: "A" },
    responses: [reset, reset, { status: 201, body: { id: "ten_1" } }],
    requests: {
      times: 3,
      request: { method: "POST", path: "/v1/tenants", body: { externalId: "a", displayName: "A" }, key: "generated" },
    },
    result: { id: "ten_1" },
  },
  {
    name: "uses the caller's key instead of a new one",
    operation: "createTenant",
    arguments: { externalId: "a", displayName: "A", idempotencyKey: "mine" },
    responses: [{ status: 201, body: { id: "ten_1" } }],
    requests: [{ method: "POST", path: "/v1/tenants", body: { externalId: "a", displayName: "A" }, key: "mine" }],
    result: { id: "ten_1" },
  },
  {
    name: "fails if nothing listens",
    ...execute,
    settings: { baseUrl: "http://127.0.0.1:1" },
    responses: [],
    requests: [],
    waitsMs: [200, 400],
    error: { class: "ConnectionError", idempotencyKey: "key-1" },
  },
  {
    name: "after a retry, waits for Retry-After to get the first attempt's response",
    ...execute,
    responses: [reset, running, running, done],
    requests: { times: 4, request: keyedRequest },
    waitsMs: [200, 3000, 3000],
    result: executed,
  },
  {
    name: "doesn't wait for a first attempt that isn't its own",
    ...execute,
    responses: [running],
    requests: [keyedRequest],
    error: { class: "ConflictError", code: "IDEMPOTENCY_KEY_IN_PROGRESS", retryable: true, retryAfterSeconds: 3 },
  },
  {
    name: "doesn't wait for a first attempt beyond the time limit",
    ...execute,
    responses: [reset, problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS", {}, { "retry-after": "90" }), done],
    requests: { times: 2, request: keyedRequest },
    waitsMs: [200],
    error: { class: "ConflictError", code: "IDEMPOTENCY_KEY_IN_PROGRESS" },
  },
  ...(["hang", "hangInBody", "drip"] as const).map((fault): Row => ({
    name: `finishes in time if the server does this: ${fault}`,
    operation: "executeAction",
    arguments: { ...keyed, timeoutMs: 150 },
    responses: [{ fault }],
    requests: [keyedRequest],
    error: { class: "TimeoutError", idempotencyKey: "key-1" },
  })),
];
