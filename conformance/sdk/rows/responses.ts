/** How the SDKs handle answers. */
import { problem, type ExpectedRequest, type Row } from "../row.ts";

const input = { name: "A", value: "s3cret-canary" };
const execute = {
  operation: "executeAction",
  arguments: {
    tenant_id: "ten_1",
    connection_id: "con_1",
    action_id: "secrets.set",
    input,
    idempotencyKey: "key-1",
  },
} as const;
const request: ExpectedRequest = {
  method: "POST",
  path: "/v1/tenants/ten_1/connections/con_1/actions/secrets.set:execute",
  body: { input },
  key: "key-1",
};
const profile = { operation: "getServiceClient" } as const;
const profileRequest: ExpectedRequest = { method: "GET", path: "/v1/service-client" };
const session = {
  operation: "waitForConnectSession",
  arguments: { tenant_id: "ten_1", session_id: "cs_1", pollEveryMs: 1500 },
} as const;
const poll: ExpectedRequest = { method: "GET", path: "/v1/tenants/ten_1/connect-sessions/cs_1" };
const statusOf = (status: string) => ({ status: 200, body: { id: "cs_1", status } });

/** Successes that svc can't have written. */
const foreign = [
  ["a page in HTML", "<h1>Please log in</h1>"],
  ["cut JSON", '{"execution":{"id":"act_'],
  ["nothing", ""],
  ["null", "null"],
  ["a text", '"done"'],
  ["a list", '[{"execution":{"id":"act_1"}}]'],
  ["a number that isn't JSON", '{"execution":NaN}'],
] as const;

/** A problem's evidence, how an SDK reads it, and whether evidence may still appear. */
const prospects = [
  ["automatic", "automatic", true],
  ["on_request", "on_request", true],
  ["none", "none", false],
  ["some_newer_value", null, false],
] as const;

const outcome = {
  operation: "waitForExecution",
  arguments: { tenant_id: "ten_1", execution_id: "act_1" },
} as const;
const lookUp: ExpectedRequest = { method: "GET", path: "/v1/tenants/ten_1/action-executions/act_1" };
const executionOf = (status: string) => ({ status: 200, body: { id: "act_1", status } });

/** Rows about answers. */
export const responseRows: readonly Row[] = [
  {
    name: "marks a response as a replay",
    ...execute,
    responses: [
      {
        status: 200,
        body: { execution: { id: "act_1" }, output: { value: "canary" } },
        headers: { "idempotent-replayed": "true" },
      },
    ],
    requests: [request],
    result: { execution: { id: "act_1" }, output: { value: "canary" }, replayed: true },
  },
  {
    name: "names the execution of an unknown outcome, and doesn't send it again",
    ...execute,
    responses: [problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_9" }, { "x-should-retry": "false" })],
    requests: [request],
    error: {
      class: "ActionOutcomeUnknownError",
      status: 504,
      code: "ACTION_OUTCOME_UNKNOWN",
      executionId: "act_9",
      idempotencyKey: "key-1",
      retryable: false,
    },
  },
  {
    name: "names the execution of an unknown outcome after its own retry",
    ...execute,
    responses: [{ fault: "closeBeforeResponse" }, problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_9" })],
    requests: { times: 2, request },
    error: { class: "ActionOutcomeUnknownError", executionId: "act_9", idempotencyKey: "key-1" },
  },
  ...prospects.map(([evidence, known, evidenceMayCome]): Row => ({
    name: `says that evidence ${evidenceMayCome ? "may" : "won't"} come if the server says ${evidence}`,
    ...execute,
    responses: [problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_9", evidence })],
    requests: [request],
    error: { class: "ActionOutcomeUnknownError", executionId: "act_9", evidence: known, evidenceMayCome },
  })),
  {
    name: "reports a lost write that is proved to have taken no effect",
    ...execute,
    responses: [problem(409, "ACTION_NOT_APPLIED", { execution_id: "act_9" })],
    requests: [request],
    error: { class: "ActionNotAppliedError", code: "ACTION_NOT_APPLIED", executionId: "act_9", retryable: false },
  },
  {
    name: "treats a gateway's 504 to a write as an unknown outcome",
    ...execute,
    responses: [{ status: 504, text: "<h1>504 canary</h1>" }],
    requests: [request],
    error: {
      class: "ActionOutcomeUnknownError",
      code: null,
      executionId: null,
      idempotencyKey: "key-1",
      evidence: null,
      evidenceMayCome: false,
    },
  },
  {
    name: "treats a gateway's 504 to a read as an unavailable server",
    ...profile,
    responses: [{ status: 504, text: "<h1>504</h1>" }],
    requests: [profileRequest],
    error: { class: "UnavailableError", status: 504, code: null },
  },
  {
    name: "reports a change that wasn't dispatched and may be sent again, if the wait is too long for the SDK",
    ...execute,
    responses: [
      problem(503, "ACTION_NOT_DISPATCHED", { retryable: true, execution_id: "act_2" }, { "retry-after": "20" }),
    ],
    requests: [request],
    error: {
      class: "UnavailableError",
      code: "ACTION_NOT_DISPATCHED",
      retryable: true,
      retryAfterSeconds: 20,
      executionId: "act_2",
    },
  },
  {
    name: "reads every fact of a problem",
    ...profile,
    responses: [
      problem(422, "INPUT_INVALID", {
        tenant_id: "ten_1",
        connection_id: "con_1",
        execution_id: "act_1",
        errors: [{ pointer: "/name", keyword: "pattern", message: "Must match." }, { pointer: 1 }],
      }),
    ],
    requests: [profileRequest],
    error: {
      class: "InvalidRequestError",
      detail: "Said so.",
      requestId: "r1",
      tenantId: "ten_1",
      connectionId: "con_1",
      executionId: "act_1",
      retryAfterSeconds: null,
      errors: [{ pointer: "/name", keyword: "pattern", message: "Must match." }],
    },
  },
  {
    name: "keeps an unknown code",
    ...profile,
    responses: [problem(429, "SOME_NEWER_CODE", {}, { "retry-after": "7" })],
    requests: [profileRequest],
    error: { class: "RateLimitError", code: "SOME_NEWER_CODE", retryAfterSeconds: 7 },
  },
  {
    name: "ignores a Retry-After that isn't in seconds",
    ...profile,
    responses: [problem(429, "RATE_LIMITED", {}, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" })],
    requests: [profileRequest],
    error: { class: "RateLimitError", retryAfterSeconds: null },
  },
  {
    name: "quotes nothing from an error that svc didn't write",
    ...profile,
    responses: [
      { status: 500, body: { code: "canary", detail: "canary", status: 500 }, headers: { "x-request-id": "r2" } },
    ],
    requests: [profileRequest],
    error: { class: "UnavailableError", code: null, requestId: "r2" },
  },
  {
    name: "ignores the code of a problem whose status doesn't match",
    ...profile,
    responses: [{ status: 409, body: { code: "TENANT_EXISTS", status: 500, detail: "canary" } }],
    requests: [profileRequest],
    error: { class: "ConflictError", code: null },
  },
  ...foreign.map(([what, text]): Row => ({
    name: `rejects a success that contains ${what}`,
    ...execute,
    responses: [{ status: 200, text }],
    requests: [request],
    error: { class: "UnexpectedResponseError", status: 200, idempotencyKey: "key-1" },
  })),
  {
    name: "rejects a list without its items",
    operation: "listTenants",
    responses: [{ status: 200, body: { nextCursor: null } }],
    requests: [{ method: "GET", path: "/v1/tenants" }],
    error: { class: "UnexpectedResponseError", idempotencyKey: null },
  },
  {
    name: "fetches every page of a list with the same filters, over connections that the server closes in between",
    operation: "listExecutions",
    arguments: { tenant_id: "ten_1", status: "outcome_unknown", limit: 2 },
    responses: [
      {
        status: 200,
        body: { executions: [{ id: "act_3" }, { id: "act_2" }], nextCursor: "c1" },
        closesAfterwards: true,
      },
      { status: 200, body: { executions: [], nextCursor: "c2" }, closesAfterwards: true },
      { status: 200, body: { executions: [{ id: "act_1" }], nextCursor: null } },
    ],
    requests: ["", "&cursor=c1", "&cursor=c2"].map((cursor) => ({
      method: "GET",
      path: `/v1/tenants/ten_1/action-executions?status=outcome_unknown&limit=2${cursor}`,
    })),
    result: [{ id: "act_3" }, { id: "act_2" }, { id: "act_1" }],
  },
  {
    name: "fetches one page of the event log with the cursor to resume from",
    operation: "readEvents",
    arguments: { cursor: "k", limit: 1 },
    responses: [{ status: 200, body: { events: [{ id: "evt_1" }], nextCursor: "n", resumeCursor: "n" } }],
    requests: [{ method: "GET", path: "/v1/events?cursor=k&limit=1" }],
    result: { events: [{ id: "evt_1" }], nextCursor: "n", resumeCursor: "n" },
  },
  {
    name: "waits until a Connect session has any final status",
    ...session,
    responses: ["pending", "awaiting_confirmation", "failed"].map((status) => statusOf(status)),
    requests: { times: 3, request: poll },
    waitsMs: [1500, 1500],
    result: { id: "cs_1", status: "failed" },
  },
  {
    name: "stops waiting at confirmation if requested",
    ...session,
    arguments: { ...session.arguments, stopAtConfirmation: true },
    responses: ["opened", "awaiting_confirmation", "completed"].map((status) => statusOf(status)),
    requests: { times: 2, request: poll },
    result: { id: "cs_1", status: "awaiting_confirmation" },
  },
  {
    name: "stops waiting for a Connect session in time, even if the server doesn't answer",
    ...session,
    arguments: { ...session.arguments, timeoutMs: 200 },
    responses: [{ fault: "hang" }],
    requests: { times: 1, request: poll },
    error: { class: "WaitTimeoutError" },
  },
  {
    name: "waits for an outcome with growing pauses, whatever it is",
    ...outcome,
    responses: ["accepted", "dispatched", "outcome_unknown", "outcome_unknown", "outcome_unknown", "failed"].map(
      executionOf,
    ),
    requests: { times: 6, request: lookUp },
    waitsMs: [500, 1000, 2000, 4000, 8000],
    result: { id: "act_1", status: "failed" },
  },
  {
    name: "pauses for at most 10 s while it waits for an outcome",
    ...outcome,
    responses: [...Array.from({ length: 7 }, () => executionOf("outcome_unknown")), executionOf("succeeded")],
    requests: { times: 8, request: lookUp },
    waitsMs: [500, 1000, 2000, 4000, 8000, 10_000, 10_000],
    result: { id: "act_1", status: "succeeded" },
  },
  {
    name: "stops waiting for an outcome in time, even if the server doesn't answer",
    ...outcome,
    arguments: { ...outcome.arguments, timeoutMs: 200 },
    responses: [{ fault: "hang" }],
    requests: { times: 1, request: lookUp },
    error: { class: "WaitTimeoutError" },
  },
];
