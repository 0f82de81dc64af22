/** The verdicts for one exchange: contract §4.2, §4.3 and §4.5. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeChange, judgeRead, type BodyFacts, type ExchangeFacts } from "../src/index.ts";

const json: BodyFacts = { kind: "complete", text: '{"ok":true}' };
const broken: BodyFacts[] = [
  { kind: "unreadable", reason: "truncated" },
  { kind: "unreadable", reason: "too_large" },
  { kind: "unreadable", reason: "timeout" },
  { kind: "unreadable", reason: "undecodable" },
  { kind: "complete", text: "<html>" },
];
const answered = (status: number, body: BodyFacts = json): ExchangeFacts => ({
  kind: "answered",
  status,
  requestId: "r1",
  retryAfterSeconds: null,
  headers: {},
  body,
});

test("a 4xx refuses a change, except for the three that prove nothing", () => {
  for (let status = 400; status < 500; status += 1) {
    const ambiguous = status === 408 || status === 421 || status === 425;
    assert.equal(judgeChange(answered(status), [200]).kind, ambiguous ? "unknown" : "refused", String(status));
  }
});

test("a change is unknown after any 1xx, 3xx, 5xx and any 2xx that wasn't accepted", () => {
  for (const status of [
    100, 101, 103, 201, 202, 204, 206, 300, 301, 302, 303, 304, 307, 308, 500, 502, 503, 504, 599,
  ]) {
    assert.equal(judgeChange(answered(status), [200]).kind, "unknown", String(status));
  }
});

test("an accepted status is enough if the body is discarded, however much of it was read", () => {
  for (const body of broken)
    assert.equal(judgeChange(answered(404, body), [204, 404], { responseBody: "discard" }).kind, "accepted");
  assert.equal(judgeChange(answered(200, { kind: "discarded" }), [200]).kind, "accepted");
});

test("a change is unknown if the body of its accepted status should be read but can't be", () => {
  for (const body of broken) assert.equal(judgeChange(answered(200, body), [200]).kind, "unknown");
});

test("a refusal counts even if its body is unreadable", () => {
  for (const body of broken) assert.equal(judgeChange(answered(403, body), [200]).kind, "refused");
});

test("returns an accepted 404 as a response, and an accepted empty body as undefined", () => {
  const verdict = judgeChange(answered(404, { kind: "complete", text: "" }), [204, 404]);
  assert.deepEqual(verdict, {
    kind: "accepted",
    response: { status: 404, body: undefined, requestId: "r1", headers: {} },
  });
});

test("a change that failed after the first byte is unknown; before it, not sent", () => {
  for (const reason of ["reset", "closed", "timeout", "protocol_error"] as const) {
    assert.equal(judgeChange({ kind: "lost", reason }, [200]).kind, "unknown");
  }
  for (const reason of [
    "dns",
    "connect",
    "connect_timeout",
    "tls",
    "deadline",
    "refused_address",
    "not_allowed",
  ] as const) {
    assert.deepEqual(judgeChange({ kind: "not_sent", reason }, [200]), { kind: "not_sent", reason });
  }
});

test("reads: the provider's faults may be retried; redirects and oversized answers may not", () => {
  assert.deepEqual(judgeRead(answered(503)), { kind: "failed", code: "PROVIDER_ERROR", repeatable: true });
  for (const status of [408, 421, 425]) {
    assert.deepEqual(judgeRead(answered(status)), { kind: "failed", code: "PROVIDER_ERROR", repeatable: true });
  }
  assert.deepEqual(judgeRead(answered(302)), { kind: "failed", code: "PROVIDER_ERROR", repeatable: false });
  for (const status of [301, 304]) assert.equal(judgeRead(answered(status), [200, 301, 304]).kind, "answered");
  assert.equal(judgeRead(answered(503), [503]).kind, "failed");
  assert.deepEqual(judgeRead({ kind: "lost", reason: "reset" }), {
    kind: "failed",
    code: "PROVIDER_ERROR",
    repeatable: true,
  });
  assert.deepEqual(judgeRead({ kind: "not_sent", reason: "dns" }), {
    kind: "failed",
    code: "PROVIDER_UNREACHABLE",
    repeatable: true,
  });
  assert.deepEqual(judgeRead({ kind: "not_sent", reason: "deadline" }), {
    kind: "failed",
    code: "PROVIDER_TIMEOUT",
    repeatable: false,
  });
  const large = judgeRead(answered(200, { kind: "unreadable", reason: "too_large" }));
  assert.deepEqual(large, { kind: "failed", code: "PROVIDER_ERROR", repeatable: false });
});

test("reads: a 200 that isn't JSON is a provider error; a 4xx that isn't JSON keeps its status", () => {
  assert.equal(judgeRead(answered(200, { kind: "complete", text: "<html>" })).kind, "failed");
  const verdict = judgeRead(answered(404, { kind: "complete", text: "<html>" }));
  assert.ok(verdict.kind === "answered" && verdict.response.status === 404 && verdict.response.body === undefined);
});
