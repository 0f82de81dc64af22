/** Conclusions of attempts: contract §4.2 and §4.3, case by case. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OutcomeUnknown, ProviderFailure, type ChangeVerdict, type ProviderFailureCode } from "@svc/provider-kit";
import { NotDispatched } from "../../../src/domain/provider-calls/port.ts";
import { conclude, type RunEnd } from "../../../src/domain/executions/conclude.ts";

const response = { status: 200, body: undefined, requestId: null, headers: {} };
const returned: RunEnd = { kind: "returned", valid: true };
const malformed: RunEnd = { kind: "returned", valid: false };
const threw = (error: unknown): RunEnd => ({ kind: "threw", error });
const failure = (code: ProviderFailureCode): RunEnd => threw(new ProviderFailure({ code }));
const evidence = (change: ChangeVerdict | null) => ({ change, providerStatus: null, providerRequestId: null });
const accepted: ChangeVerdict = { kind: "accepted", response };
const refused: ChangeVerdict = { kind: "refused", response: { ...response, status: 403 }, retryAfterSeconds: null };
const unknown: ChangeVerdict = { kind: "unknown", providerStatus: 503, requestId: null };

function codeOf(effect: "read" | "write", end: RunEnd, change: ChangeVerdict | null): string {
  const conclusion = conclude(effect, end, evidence(change));
  return conclusion.status === "succeeded" ? "succeeded" : conclusion.code;
}

test("keeps an unknown change unknown, whatever run does afterwards", () => {
  for (const end of [
    returned,
    malformed,
    failure("RESOURCE_NOT_FOUND"),
    threw(new Error("x")),
    threw(new OutcomeUnknown()),
  ]) {
    assert.equal(codeOf("write", end, unknown), "ACTION_OUTCOME_UNKNOWN");
  }
});

test("succeeds with an accepted change and a valid output", () => {
  assert.equal(codeOf("write", returned, accepted), "succeeded");
});

test("fails after an accepted change only if the action itself reads the response as a refusal", () => {
  assert.equal(codeOf("write", failure("RESOURCE_NOT_FOUND"), accepted), "RESOURCE_NOT_FOUND");
  assert.equal(codeOf("write", failure("PROVIDER_REJECTED"), accepted), "PROVIDER_REJECTED");
  for (const code of [
    "PROVIDER_RATE_LIMITED",
    "PROVIDER_UNREACHABLE",
    "PROVIDER_TIMEOUT",
    "PROVIDER_ERROR",
    "PROVIDER_UNAUTHORIZED",
  ] as const) {
    assert.equal(codeOf("write", failure(code), accepted), "ACTION_OUTCOME_UNKNOWN", code);
  }
});

test("is unknown after an accepted change if the output is invalid or run throws", () => {
  assert.equal(codeOf("write", malformed, accepted), "ACTION_OUTCOME_UNKNOWN");
  assert.equal(codeOf("write", threw(new TypeError("x")), accepted), "ACTION_OUTCOME_UNKNOWN");
});

test("names the reason why a change was not sent", () => {
  for (const reason of ["dns", "connect", "connect_timeout", "tls", "refused_address"] as const) {
    assert.equal(codeOf("write", threw(new Error("x")), { kind: "not_sent", reason }), "PROVIDER_UNREACHABLE", reason);
  }
  for (const reason of ["deadline", "not_allowed"] as const) {
    assert.equal(
      codeOf("write", threw(new NotDispatched()), { kind: "not_sent", reason }),
      "ACTION_NOT_DISPATCHED",
      reason,
    );
  }
});

test("returns the refusal of a change, even if run swallows it", () => {
  assert.equal(codeOf("write", failure("PROVIDER_FORBIDDEN"), refused), "PROVIDER_FORBIDDEN");
  assert.equal(codeOf("write", returned, refused), "PROVIDER_REJECTED");
});

test("returns ACTION_NOT_DISPATCHED for a probe's fault, and the refusal for a refused probe", () => {
  assert.equal(codeOf("write", failure("PROVIDER_ERROR"), null), "ACTION_NOT_DISPATCHED");
  assert.equal(codeOf("write", failure("PROVIDER_TIMEOUT"), null), "ACTION_NOT_DISPATCHED");
  for (const code of [
    "PROVIDER_UNAUTHORIZED",
    "PROVIDER_FORBIDDEN",
    "RESOURCE_NOT_FOUND",
    "PROVIDER_RATE_LIMITED",
    "PROVIDER_UNREACHABLE",
  ] as const) {
    assert.equal(codeOf("write", failure(code), null), code);
  }
});

test("keeps a read's own codes, and treats an invalid response as the provider's error", () => {
  assert.equal(codeOf("read", failure("PROVIDER_ERROR"), null), "PROVIDER_ERROR");
  assert.equal(codeOf("read", failure("PROVIDER_TIMEOUT"), null), "PROVIDER_TIMEOUT");
  assert.equal(codeOf("read", malformed, null), "PROVIDER_ERROR");
  assert.equal(codeOf("read", returned, null), "succeeded");
  assert.equal(codeOf("read", threw(new TypeError("secret-canary")), null), "INTERNAL");
});

test("keeps a refusal's detail and Retry-After", () => {
  const end = threw(new ProviderFailure({ code: "PROVIDER_RATE_LIMITED", detail: "Slow down.", retryAfterSeconds: 7 }));
  const conclusion = conclude("write", end, evidence(null));
  assert.deepEqual(conclusion, {
    status: "failed",
    code: "PROVIDER_RATE_LIMITED",
    detail: "Slow down.",
    retryAfterSeconds: 7,
  });
});
