/** The judgement of an attempt with its words: what each end without a credential, and each defect, says and frees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorTable } from "@svc/contract";
import { OutcomeUnknown, ProviderFailure, type ChangeVerdict } from "@svc/provider-kit";
import { NotDispatched } from "../../src/provider-calls/call.ts";
import {
  conclude,
  notDispatched,
  renewedAfterRefusal,
  withoutCredential,
  withoutRenewal,
  type RunEnd,
} from "../../src/executions/conclude.ts";

const failed = (code: keyof typeof errorTable, detail = errorTable[code].detail) => {
  return { status: "failed", code, detail, retryAfterSeconds: null } as const;
};
const unknown = {
  status: "outcome_unknown",
  code: "ACTION_OUTCOME_UNKNOWN",
  detail: errorTable.ACTION_OUTCOME_UNKNOWN.detail,
} as const;
const evidence = (change: ChangeVerdict | null) => ({ change, providerStatus: null, providerRequestId: null });
const threw = (error: unknown): RunEnd => ({ kind: "threw", error });
const returned = (valid: boolean): RunEnd => ({ kind: "returned", valid });

test("given up before anything left: the key is free", () => {
  assert.deepEqual(notDispatched, failed("ACTION_NOT_DISPATCHED"));
  assert.equal(errorTable[notDispatched.status === "failed" ? notDispatched.code : "INTERNAL"].freesKey, true);
});

test("a renewed credential says that nothing took effect and that the key tries again", () => {
  assert.ok(renewedAfterRefusal.status === "failed");
  assert.equal(renewedAfterRefusal.code, "PROVIDER_UNAUTHORIZED");
  assert.match(renewedAfterRefusal.detail, /nothing took effect.*the same key makes a new attempt/);
});

test("without a credential nothing was sent: a refused one is the provider's, an absent one not dispatched", () => {
  assert.deepEqual(withoutCredential("refused"), failed("PROVIDER_UNAUTHORIZED"));
  for (const lack of ["gone", "unreadable"] as const) assert.deepEqual(withoutCredential(lack), notDispatched);
  const away = withoutCredential("unavailable");
  assert.ok(away.status === "failed");
  assert.equal(away.code, "PROVIDER_UNREACHABLE");
  assert.match(away.detail, /could not be renewed just now, so nothing was sent.*`Retry-After`.*same key/);
  assert.equal(away.retryAfterSeconds, null);
});

test("without a renewal nothing took effect, and only the server's own refusal is one of the credential", () => {
  for (const effect of ["read", "write", "destructive"] as const) {
    assert.deepEqual(withoutRenewal(effect, "refused"), failed("PROVIDER_UNAUTHORIZED"));
    for (const lack of ["gone", "unavailable", "unreadable"] as const) {
      const conclusion = withoutRenewal(effect, lack);
      assert.ok(conclusion.status === "failed");
      assert.equal(conclusion.code, effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED");
      assert.match(conclusion.detail, /Nothing took effect.*`Retry-After`.*same key/);
      assert.equal(conclusion.retryAfterSeconds, null);
    }
  }
});

test("a write that returned without a change, and not what it declares, is a defect; what it declares is a success", () => {
  assert.deepEqual(conclude("write", returned(false), evidence(null)), failed("INTERNAL"));
  assert.deepEqual(conclude("write", returned(true), evidence(null)), { status: "succeeded" });
});

test("what run threw by itself is judged by what it is", () => {
  assert.deepEqual(conclude("write", threw(new NotDispatched()), evidence(null)), notDispatched);
  assert.deepEqual(conclude("write", threw(new OutcomeUnknown()), evidence(null)), unknown);
  assert.deepEqual(conclude("write", threw("a text"), evidence(null)), failed("INTERNAL"));
  const failure = new ProviderFailure({ code: "PROVIDER_NOT_FOUND" });
  assert.deepEqual(conclude("write", threw(failure), evidence(null)), failed("PROVIDER_NOT_FOUND"));
});

test("an unknown change, a change that was not sent and a swallowed refusal say so in the table's words", () => {
  const lost: ChangeVerdict = { kind: "unknown", providerStatus: null, requestId: null };
  assert.deepEqual(conclude("write", returned(true), evidence(lost)), unknown);
  const off: ChangeVerdict = { kind: "not_sent", reason: "dns" };
  assert.deepEqual(conclude("write", returned(true), evidence(off)), failed("PROVIDER_UNREACHABLE"));
  const late: ChangeVerdict = { kind: "not_sent", reason: "deadline" };
  assert.deepEqual(conclude("write", returned(true), evidence(late)), notDispatched);
  const answer = { status: 403, body: undefined, requestId: null, headers: {} };
  const refused: ChangeVerdict = { kind: "refused", answer, retryAfterSeconds: null };
  assert.deepEqual(conclude("write", returned(true), evidence(refused)), failed("PROVIDER_REJECTED"));
});
