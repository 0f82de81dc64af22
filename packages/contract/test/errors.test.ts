/** The error table compared with the contract's list, and the problem documents built from it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  adminOperationList,
  errorCodes,
  errorTable,
  exitCodeOf,
  operationList,
  Problem,
  problemOf,
  ServiceError,
} from "../src/index.ts";
import { validateAgainst } from "../src/validation.ts";

/** The codes of contract §12, by status. */
const contractCodes: Readonly<Record<number, string>> = {
  400: "INVALID_REQUEST IDEMPOTENCY_KEY_REQUIRED IDEMPOTENCY_KEY_INVALID",
  401: "UNAUTHENTICATED CONNECT_TOKEN_INVALID",
  403:
    "ACTION_NOT_GRANTED ORIGIN_NOT_ALLOWED PROVIDER_FORBIDDEN IMPORT_NOT_ALLOWED NOT_PERMITTED TOKEN_TOO_WIDE " +
    "TOKEN_BUDGET_EXHAUSTED POLICY_DENIED DECISION_NOT_ALLOWED",
  404:
    "NOT_FOUND TENANT_NOT_FOUND PROVIDER_NOT_AVAILABLE ACTION_NOT_FOUND CONNECT_SESSION_NOT_FOUND CONNECTION_NOT_FOUND " +
    "EXECUTION_NOT_FOUND SECRET_NOT_FOUND RESOURCE_NOT_FOUND EVENT_NOT_FOUND " +
    "WEBHOOK_ENDPOINT_NOT_FOUND DELEGATED_TOKEN_NOT_FOUND AGENT_AUTHORIZATION_NOT_FOUND PROPOSAL_NOT_FOUND",
  409:
    "TENANT_EXISTS TENANT_HAS_UNRESOLVED CONNECTION_NOT_ACTIVE PROVIDER_UNAUTHORIZED IDEMPOTENCY_KEY_IN_PROGRESS " +
    "EXECUTION_NOT_UNKNOWN ACTION_RESOLVED_FAILED ACTION_NOT_APPLIED EVIDENCE_NOT_AVAILABLE CONNECT_SESSION_NOT_OPEN " +
    "WEBHOOK_ENDPOINT_DISABLED WEBHOOK_ENDPOINT_EXISTS WEBHOOK_ENDPOINTS_TOO_MANY AGENT_AUTHORIZATION_NOT_PENDING " +
    "PLAN_STALE PROPOSAL_NOT_PENDING DIGEST_MISMATCH",
  405: "METHOD_NOT_ALLOWED",
  408: "REQUEST_TIMEOUT",
  410: "CONNECT_TOKEN_USED CONNECT_SESSION_EXPIRED IDEMPOTENCY_RESULT_EXPIRED",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  421: "WRONG_CELL",
  422:
    "INPUT_INVALID IDEMPOTENCY_KEY_REUSED ORIGIN_NOT_REGISTERED RETURN_URL_NOT_REGISTERED CREDENTIAL_INVALID " +
    "CREDENTIAL_REJECTED CONNECTION_ACCOUNT_MISMATCH COMPLETION_CODE_INVALID PROVIDER_REJECTED WEBHOOK_URL_REFUSED",
  429: "RATE_LIMITED PROPOSALS_FULL",
  500: "INTERNAL",
  502: "PROVIDER_ERROR CREDENTIAL_UNVERIFIED ACCOUNT_UNREADABLE",
  503: "OVERLOADED PROVIDER_UNREACHABLE PROVIDER_RATE_LIMITED ACTION_NOT_DISPATCHED",
  504: "ACTION_OUTCOME_UNKNOWN PROVIDER_TIMEOUT",
};

test("has the contract's codes with their statuses, and no others", () => {
  const expected = Object.entries(contractCodes).flatMap(([status, codes]) =>
    codes.split(" ").map((code) => [code, Number(status)] as const),
  );
  const actual = errorCodes.map((code) => [code, errorTable[code].status] as const);
  assert.deepEqual(new Map(actual), new Map(expected));
});

test("releases keys only for the codes of contract §4.2 and §5.12, which may be retried after a wait", () => {
  const freeing = errorCodes.filter((code) => errorTable[code].releasesKey);
  assert.deepEqual(freeing.sort(), [
    "ACTION_NOT_DISPATCHED",
    "CREDENTIAL_UNVERIFIED",
    "PROVIDER_RATE_LIMITED",
    "PROVIDER_UNREACHABLE",
  ]);
  for (const code of freeing) assert.equal(errorTable[code].retryable, true, code);
});

test("every 503 says that nothing was done, because the SDKs repeat it", () => {
  for (const code of errorCodes) {
    const { status, detail } = errorTable[code];
    if (status === 503) assert.match(detail, /nothing (was (done|sent)|took effect)/, code);
  }
});

test("429, 503 and a running key have Retry-After and are retryable; an unknown outcome isn't", () => {
  for (const code of errorCodes) {
    const { status, retryable, retryAfterSeconds } = errorTable[code];
    const waits = status === 429 || status === 503 || code === "IDEMPOTENCY_KEY_IN_PROGRESS";
    assert.equal(retryAfterSeconds !== undefined, waits, code);
    if (waits) assert.equal(retryable, true, code);
  }
  const unknown = errorTable.ACTION_OUTCOME_UNKNOWN;
  assert.equal(unknown.retryable, false);
  assert.match(unknown.detail, /Do not retry with a new key/);
  assert.match(unknown.detail, /:resolve/);
});

test("uses the exit codes of the command line's table", () => {
  for (const code of errorCodes) {
    const exit = exitCodeOf(code);
    if (code.endsWith("NOT_FOUND") || code === "PROVIDER_NOT_AVAILABLE") assert.equal(exit, 4, code);
    else if (code.startsWith("IDEMPOTENCY_KEY_") || /^(INVALID_REQUEST|INPUT_INVALID)$/.test(code)) {
      assert.equal(exit, 5, code);
    } else assert.ok(exit !== 4 && exit !== 5 && exit !== 2, code);
  }
  const refusals = [
    "IMPORT_NOT_ALLOWED",
    "UNAUTHENTICATED",
    "ACTION_NOT_GRANTED",
    "PROVIDER_UNAUTHORIZED",
    "PROVIDER_FORBIDDEN",
    "NOT_PERMITTED",
    "TOKEN_TOO_WIDE",
    "TOKEN_BUDGET_EXHAUSTED",
    "POLICY_DENIED",
    "DECISION_NOT_ALLOWED",
  ];
  assert.deepEqual(errorCodes.filter((code) => exitCodeOf(code) === 3).sort(), refusals.sort());
  assert.deepEqual(
    errorCodes.filter((code) => exitCodeOf(code) === 7),
    ["ACTION_OUTCOME_UNKNOWN"],
  );
  for (const code of errorCodes) if (errorTable[code].status === 503) assert.equal(exitCodeOf(code), 6, code);
  assert.equal(exitCodeOf("toString"), 1);
});

test("every code except those without an operation is declared by one", () => {
  const used = new Set([...operationList, ...adminOperationList].flatMap(({ errors }) => errors));
  assert.deepEqual(
    errorCodes.filter((code) => !used.has(code)),
    ["METHOD_NOT_ALLOWED", "WRONG_CELL"],
  );
});

test("every code's problem matches its schema and says who acts next", () => {
  for (const code of errorCodes) {
    const problem = problemOf(code, { docsUrl: "https://docs.acme.io", requestId: "r1" });
    assert.deepEqual(validateAgainst(Problem, problem), { ok: true }, code);
    assert.equal(problem.type, `https://docs.acme.io/docs/errors/${code}`);
    assert.ok(problem.detail.length > 40 && problem.detail.endsWith("."), code);
  }
});

test("a problem contains the given facts and omits the others", () => {
  const errors = Array.from({ length: 120 }, (_, index) => ({ pointer: `/${index}`, keyword: "type", message: "m" }));
  const base = { docsUrl: "https://docs.acme.io", requestId: "r1" };
  const problem = problemOf("INPUT_INVALID", { ...base, detail: "Told otherwise.", execution_id: "act_x", errors });
  assert.equal(problem.detail, "Told otherwise.");
  assert.equal(problem.execution_id, "act_x");
  assert.equal(problem.errors?.length, 100);
  assert.equal("tenant_id" in problem, false);
  assert.equal("errors" in problemOf("INPUT_INVALID", { ...base, errors: undefined }), false);
});

test("a service error uses the table's text and wait by default", () => {
  const plain = new ServiceError("OVERLOADED");
  assert.equal(plain.message, errorTable.OVERLOADED.detail);
  assert.equal(plain.retryAfterSeconds, 1);
  const told = new ServiceError("OVERLOADED", { detail: "Full.", retryAfterSeconds: 9, connection_id: "con_x" });
  assert.deepEqual([told.message, told.retryAfterSeconds, told.connection_id], ["Full.", 9, "con_x"]);
  assert.equal(plain.cause, undefined);
});
