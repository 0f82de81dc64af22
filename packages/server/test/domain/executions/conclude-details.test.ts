/** Conclusions in full: the code, detail, and Retry-After of attempts without a credential and of defects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorTable } from "@svc/contract";
import { OutcomeUnknown, ProviderFailure, type ChangeVerdict } from "@svc/provider-kit";
import { NotDispatched } from "../../../src/domain/provider-calls/port.ts";
import {
  conclude,
  notDispatched,
  notSentLocally,
  refreshedAfterRefusal,
  withoutCredential,
  withoutRefresh,
  type RunEnd,
} from "../../../src/domain/executions/conclude.ts";

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

test("releases the key of an attempt that was given up before anything was sent", () => {
  assert.deepEqual(notDispatched, failed("ACTION_NOT_DISPATCHED"));
  assert.equal(errorTable[notDispatched.status === "failed" ? notDispatched.code : "INTERNAL"].releasesKey, true);
});

test("says after a refresh that nothing took effect and that the key makes a new attempt", () => {
  assert.ok(refreshedAfterRefusal.status === "failed");
  assert.equal(refreshedAfterRefusal.code, "PROVIDER_UNAUTHORIZED");
  assert.match(refreshedAfterRefusal.detail, /nothing took effect.*the same key makes a new attempt/);
});

test("concludes without a credential: refused is unauthorized, gone or unreadable is not dispatched, unavailable is unreachable", () => {
  assert.deepEqual(withoutCredential("refused"), failed("PROVIDER_UNAUTHORIZED"));
  for (const lack of ["gone", "unreadable"] as const) assert.deepEqual(withoutCredential(lack), notDispatched);
  const away = withoutCredential("unavailable");
  assert.ok(away.status === "failed");
  assert.equal(away.code, "PROVIDER_UNREACHABLE");
  assert.match(away.detail, /could not be refreshed just now, so nothing was sent.*`Retry-After`.*same key/);
  assert.equal(away.retryAfterSeconds, null);
});

test("blames this machine, and not the provider, for a request that it couldn't send", () => {
  for (const effect of ["read", "write", "destructive"] as const) {
    assert.deepEqual(conclude(effect, threw(new NotDispatched(true)), evidence(null)), notSentLocally);
    assert.deepEqual(
      conclude(effect, threw(new Error("x")), evidence({ kind: "not_sent", reason: "local" })),
      notSentLocally,
    );
    const unrefreshed = withoutRefresh(effect, "local");
    assert.ok(unrefreshed.status === "failed" && unrefreshed.code === "ACTION_NOT_DISPATCHED");
    assert.match(unrefreshed.detail, /Nothing took effect/);
  }
  assert.deepEqual(withoutCredential("local"), notSentLocally);
  assert.ok(notSentLocally.status === "failed" && notSentLocally.code === "ACTION_NOT_DISPATCHED");
  assert.match(notSentLocally.detail, /^svc's own server couldn't open a connection.*Nothing took effect/);
});

test("concludes without a refresh that nothing took effect; only the authorization server's refusal is unauthorized", () => {
  for (const effect of ["read", "write", "destructive"] as const) {
    assert.deepEqual(withoutRefresh(effect, "refused"), failed("PROVIDER_UNAUTHORIZED"));
    for (const lack of ["gone", "unavailable", "unreadable"] as const) {
      const conclusion = withoutRefresh(effect, lack);
      assert.ok(conclusion.status === "failed");
      assert.equal(conclusion.code, effect === "read" ? "PROVIDER_UNREACHABLE" : "ACTION_NOT_DISPATCHED");
      assert.match(conclusion.detail, /Nothing took effect.*`Retry-After`.*same key/);
      assert.equal(conclusion.retryAfterSeconds, null);
    }
  }
});

test("treats an invalid output of a write without a change as a defect, and a valid one as a success", () => {
  assert.deepEqual(conclude("write", returned(false), evidence(null)), failed("INTERNAL"));
  assert.deepEqual(conclude("write", returned(true), evidence(null)), { status: "succeeded" });
});

test("judges an error from run by its class", () => {
  assert.deepEqual(conclude("write", threw(new NotDispatched()), evidence(null)), notDispatched);
  assert.deepEqual(conclude("write", threw(new OutcomeUnknown()), evidence(null)), unknown);
  assert.deepEqual(conclude("write", threw("a text"), evidence(null)), failed("INTERNAL"));
  const failure = new ProviderFailure({ code: "RESOURCE_NOT_FOUND" });
  assert.deepEqual(conclude("write", threw(failure), evidence(null)), failed("RESOURCE_NOT_FOUND"));
});

test("uses the error table's details for an unknown change, an unsent change, and a swallowed refusal", () => {
  const lost: ChangeVerdict = { kind: "unknown", providerStatus: null, requestId: null };
  assert.deepEqual(conclude("write", returned(true), evidence(lost)), unknown);
  const off: ChangeVerdict = { kind: "not_sent", reason: "dns" };
  assert.deepEqual(conclude("write", returned(true), evidence(off)), failed("PROVIDER_UNREACHABLE"));
  const late: ChangeVerdict = { kind: "not_sent", reason: "deadline" };
  assert.deepEqual(conclude("write", returned(true), evidence(late)), notDispatched);
  const response = { status: 403, body: undefined, requestId: null, headers: {} };
  const refused: ChangeVerdict = { kind: "refused", response, retryAfterSeconds: null };
  assert.deepEqual(conclude("write", returned(true), evidence(refused)), failed("PROVIDER_REJECTED"));
});
