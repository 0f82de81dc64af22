/** How the SDKs handle calls that need a person's approval. */
import type { ExpectedRequest, Row } from "../row.ts";

const input = { name: "A", value: "s3cret-canary" };
const call = {
  arguments: { tenant_id: "ten_1", connection_id: "con_1", action_id: "secrets.set", input, idempotencyKey: "key-1" },
} as const;
const request = (verb: string): ExpectedRequest => ({
  method: "POST",
  path: `/v1/tenants/ten_1/connections/con_1/actions/secrets.set:${verb}`,
  body: { input },
  key: "key-1",
});
const proposal = { id: "prp_1", status: "pending", summary: { input: { name: "A" } } };
const place = "/v1/tenants/ten_1/proposals/prp_1";
const lookUp: ExpectedRequest = { method: "GET", path: place };
const wait = { operation: "waitForProposal", arguments: { tenant_id: "ten_1", proposal_id: "prp_1" } } as const;
const statusOf = (status: string) => ({ status: 200, body: { ...proposal, status } });

/** Rows about proposals. */
export const proposalRows: readonly Row[] = [
  {
    name: "raises the proposal of a call that a person has to approve, and doesn't send it again",
    operation: "executeAction",
    ...call,
    responses: [{ status: 202, body: { proposal } }],
    requests: [request("execute")],
    error: { class: "ApprovalRequiredError", proposal },
  },
  {
    name: "rejects a 202 without a proposal",
    operation: "executeAction",
    ...call,
    responses: [{ status: 202, body: { accepted: true } }],
    requests: [request("execute")],
    error: { class: "UnexpectedResponseError", status: 202, idempotencyKey: "key-1" },
  },
  {
    name: "proposes again, with the same key, if no response arrived",
    operation: "proposeAction",
    ...call,
    responses: [{ fault: "closeBeforeResponse" }, { status: 202, body: { proposal } }],
    requests: { times: 2, request: request("propose") },
    result: proposal,
  },
  {
    name: "looks up the proposal from which a key was executed",
    operation: "proposeAction",
    ...call,
    responses: [
      { status: 200, body: { execution: { id: "act_1", proposal_id: "prp_1" }, output: null } },
      statusOf("accepted"),
    ],
    requests: [request("propose"), lookUp],
    result: { ...proposal, status: "accepted" },
  },
  {
    name: "refuses to propose with a key that was executed without a proposal",
    operation: "proposeAction",
    ...call,
    responses: [{ status: 200, body: { execution: { id: "act_1", proposal_id: null }, output: null } }],
    requests: [request("propose")],
    error: { class: "ArgumentError", code: "IDEMPOTENCY_KEY_REUSED" },
  },
  {
    name: "tests the policy for doppler/secrets.set as secrets.set",
    operation: "testPolicy",
    arguments: { tenant_id: "ten_1", connection_id: "con_1", action_id: "doppler/secrets.set" },
    responses: [
      { status: 200, body: { id: "con_1", provider: "doppler" } },
      { status: 200, body: { decision: "allow", approver: "any", reasons: [] } },
    ],
    requests: [
      { method: "GET", path: "/v1/tenants/ten_1/connections/con_1" },
      {
        method: "POST",
        path: "/v1/tenants/ten_1/policy:test",
        body: { connection_id: "con_1", action_id: "secrets.set" },
      },
    ],
    result: { decision: "allow", approver: "any", reasons: [] },
  },
  ...(["accepted", "denied", "expired", "withdrawn"] as const).map((status): Row => ({
    name: `waits for a decision until the proposal is ${status}`,
    ...wait,
    responses: [statusOf("pending"), statusOf("approved"), statusOf(status)],
    requests: { times: 3, request: lookUp },
    waitsMs: [1000, 2000],
    result: { ...proposal, status },
  })),
  {
    name: "pauses for at most 15 s while it waits for a decision",
    ...wait,
    responses: [...Array.from({ length: 6 }, () => statusOf("pending")), statusOf("denied")],
    requests: { times: 7, request: lookUp },
    waitsMs: [1000, 2000, 4000, 8000, 15_000, 15_000],
    result: { ...proposal, status: "denied" },
  },
  {
    name: "stops waiting for a decision in time, even if the server doesn't answer",
    ...wait,
    arguments: { ...wait.arguments, timeoutMs: 200 },
    responses: [{ fault: "hang" }],
    requests: { times: 1, request: lookUp },
    error: { class: "WaitTimeoutError" },
  },
];
