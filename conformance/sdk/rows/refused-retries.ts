/** What an SDK says about a write whose first attempt got no response and whose retry is refused. */
import { problem, type ExpectedRequest, type Row } from "../row.ts";
import type { ScriptedResponse } from "../scripted-server.ts";

const input = { value: "s3cret-canary" };
const execute = {
  operation: "executeAction",
  arguments: { tenant_id: "ten_1", connection_id: "con_1", action_id: "secrets.set", input, idempotencyKey: "key-1" },
} as const;
const path = "/v1/tenants/ten_1/connections/con_1/actions/secrets.set:execute";
const request: ExpectedRequest = { method: "POST", path, body: { input }, key: "key-1" };
const read = { operation: "getServiceClient" } as const;
const reset: ScriptedResponse = { fault: "resetBeforeResponse" };
const limited = problem(429, "RATE_LIMITED", { retryable: true }, { "retry-after": "1" });

/** svc answers these before it looks up the key, so they don't say what became of the first attempt. */
export const refusedRetryRows: readonly Row[] = [
  ...(
    [
      ["a 429", limited, "RATE_LIMITED"],
      [
        "a 503 that asks for a long wait",
        problem(503, "OVERLOADED", { retryable: true }, { "retry-after": "60" }),
        "OVERLOADED",
      ],
      ["a proxy's 503", { status: 503, body: {} }, null],
    ] as const
  ).map(([what, response, refusal]): Row => ({
    name: `says that a lost write's outcome is unknown if its retry gets ${what}`,
    ...execute,
    responses: [reset, response],
    requests: { times: 2, request },
    waitsMs: [200],
    error: { class: "ConnectionError", idempotencyKey: "key-1", refusal },
  })),
  {
    name: "says that a lost write's outcome is unknown if its retry's 503 asks for a wait beyond the time limit",
    operation: "executeAction",
    arguments: { ...execute.arguments, timeoutMs: 2000 },
    responses: [reset, problem(503, "OVERLOADED", { retryable: true }, { "retry-after": "3" })],
    requests: { times: 2, request },
    error: { class: "ConnectionError", idempotencyKey: "key-1", refusal: "OVERLOADED" },
  },
  {
    name: "reports a recorded 503 for a lost write as it is: it names the execution",
    ...execute,
    responses: [reset, problem(503, "PROVIDER_UNREACHABLE", { execution_id: "act_1" })],
    requests: { times: 2, request },
    error: { class: "UnavailableError", status: 503, executionId: "act_1" },
  },
  {
    name: "reports a 429 for a lost read as it is",
    ...read,
    responses: [reset, limited],
    requests: { times: 2, request: { method: "GET", path: "/v1/service-client" } },
    error: { class: "RateLimitError", status: 429 },
  },
];
