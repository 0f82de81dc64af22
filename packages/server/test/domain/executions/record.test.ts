/** Records in the contract's form, and the responses from settled records. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorTable, ServiceError, type ErrorCode } from "@svc/contract";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { responseOfRecord, presentExecution } from "../../../src/domain/records/record.ts";
import { sampleExecution } from "../../adapters/store/samples.ts";

const row = sampleExecution(
  { clientId: "scl_1", tenantId: "ten_1" },
  {
    id: "act_1",
    connectionId: "con_1",
    status: "succeeded",
    summaryInput: { name: "A" },
    summaryOutput: { saved: true },
    providerStatus: 200,
    providerRequestId: "r1",
    idempotencyKey: "k1",
    attempt: 2,
    fence: 1,
    createdAt: 0,
    dispatchedAt: 1000,
    completedAt: 2000,
  },
);
const shown = {
  id: "act_1",
  status: "succeeded",
  action_id: "secrets.set",
  connection_id: "con_1",
  tenant_id: "ten_1",
  provider: "doppler",
  effect: "write",
  summary: { input: { name: "A" }, output: { saved: true } },
  error: null,
  providerStatus: 200,
  providerRequestId: "r1",
  idempotencyKey: "k1",
  delegatedToken: null,
  proposal_id: null,
  toolDigest: null,
  attempt: 2,
  createdAt: "1970-01-01T00:00:00.000Z",
  dispatchedAt: "1970-01-01T00:00:01.000Z",
  completedAt: "1970-01-01T00:00:02.000Z",
  lateResponse: null,
  evidence: [],
  settlement: { by: "response", basis: null, at: "1970-01-01T00:00:02.000Z" },
  resolution: null,
};
const resolved = (outcome: "succeeded" | "failed"): ExecutionRow["resolution"] => {
  return { outcome, note: "seen", resolvedBy: "key:a", resolvedAt: 3000 };
};

test("shows a record without its client, owner, fence, and settleAfter", () => {
  assert.deepEqual(presentExecution(row), shown);
});

test("shows null for a missing key, time, late response, or resolution", () => {
  const open = presentExecution({ ...row, idempotencyKey: "", dispatchedAt: null, completedAt: null });
  assert.deepEqual([open.idempotencyKey, open.dispatchedAt, open.completedAt], [null, null, null]);
});

test("shows a late response and a resolution with their times", () => {
  const late = { verdict: "succeeded", providerStatus: 200, receivedAt: 4000 } as const;
  const { lateResponse, resolution } = presentExecution({ ...row, lateResponse: late, resolution: resolved("failed") });
  assert.deepEqual(lateResponse, { ...late, receivedAt: "1970-01-01T00:00:04.000Z" });
  assert.deepEqual(resolution, { ...resolved("failed"), resolvedAt: "1970-01-01T00:00:03.000Z" });
});

test("shows the recorded error, or the resolution instead of it", () => {
  const failed = { ...row, status: "failed", errorCode: "PROVIDER_REJECTED", errorDetail: "No." } as const;
  assert.deepEqual(presentExecution(failed).error, { code: "PROVIDER_REJECTED", detail: "No." });
  const unknown = { ...row, status: "outcome_unknown", errorCode: "ACTION_OUTCOME_UNKNOWN", errorDetail: "?" } as const;
  const nothing = presentExecution({ ...unknown, status: "succeeded", resolution: resolved("succeeded") });
  assert.equal(nothing.error, null);
  const none = presentExecution({ ...unknown, status: "failed", resolution: resolved("failed") });
  const { detail } = errorTable.ACTION_RESOLVED_FAILED;
  assert.deepEqual(none.error, { code: "ACTION_RESOLVED_FAILED", detail });
});

function refusalOf(change: Partial<ExecutionRow>): ServiceError {
  try {
    responseOfRecord({ ...row, ...change });
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
  return assert.fail("answered");
}

test("answers a success with its kept output, and a resolved success without output", () => {
  assert.deepEqual(responseOfRecord(row), { execution: shown, output: { saved: true } });
  assert.equal(responseOfRecord({ ...row, resolution: resolved("succeeded") }).output, null);
});

test("answers a failure with code, detail, Retry-After, execution, and connection", () => {
  const failed = { status: "failed", errorCode: "PROVIDER_RATE_LIMITED", errorDetail: "Wait." } as const;
  const limited = refusalOf({ ...failed, retryAfterSeconds: 9 });
  assert.deepEqual(
    [limited.code, limited.detail, limited.retryAfterSeconds, limited.execution_id, limited.connection_id],
    ["PROVIDER_RATE_LIMITED", "Wait.", 9, "act_1", "con_1"],
  );
  const { retryAfterSeconds } = refusalOf({ ...failed, errorCode: "PROVIDER_REJECTED" });
  assert.equal(retryAfterSeconds, undefined);
});

test("answers every other status with its code and execution", () => {
  const failed = { status: "failed", errorCode: "ACTION_OUTCOME_UNKNOWN" } as const;
  const ends: readonly (readonly [Partial<ExecutionRow>, ErrorCode])[] = [
    [{ ...failed, resolution: resolved("failed") }, "ACTION_RESOLVED_FAILED"],
    [{ status: "outcome_unknown" }, "ACTION_OUTCOME_UNKNOWN"],
    [{ status: "accepted" }, "IDEMPOTENCY_KEY_IN_PROGRESS"],
    [{ status: "dispatched" }, "IDEMPOTENCY_KEY_IN_PROGRESS"],
    [{ status: "failed", errorCode: "NO_CODE_OF_OURS" }, "INTERNAL"],
    [{ status: "failed", errorCode: "toString" }, "INTERNAL"],
  ];
  for (const [change, code] of ends) {
    const refusal = refusalOf(change);
    assert.deepEqual([refusal.code, refusal.execution_id, refusal.connection_id], [code, "act_1", "con_1"]);
  }
});
