/** The verdict for reads, at every boundary of every rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeChange, judgeRead, type BodyFacts, type ExchangeFacts, type ReadVerdict } from "../src/index.ts";

const json: BodyFacts = { kind: "complete", text: '{"ok":true}' };
const answered = (status: number, body: BodyFacts = json): ExchangeFacts => ({
  kind: "answered",
  status,
  requestId: "r1",
  retryAfterSeconds: 7,
  headers: { etag: "a" },
  body,
});
const read = (status: number, body: unknown): ReadVerdict => ({
  kind: "answered",
  response: { status, body, requestId: "r1", headers: { etag: "a" } },
  retryAfterSeconds: 7,
});
const fault = (code: "PROVIDER_ERROR" | "PROVIDER_TIMEOUT" | "PROVIDER_UNREACHABLE", repeatable: boolean) =>
  ({ kind: "failed", code, repeatable }) as const;

test("returns a success with its parsed body (undefined if empty or discarded) and its other facts", () => {
  assert.deepEqual(judgeRead(answered(200)), read(200, { ok: true }));
  assert.deepEqual(judgeRead(answered(299)), read(299, { ok: true }));
  assert.deepEqual(judgeRead(answered(204, { kind: "complete", text: "" })), read(204, undefined));
  assert.deepEqual(judgeRead(answered(200, { kind: "discarded" })), read(200, undefined));
});

test("returns a refusal with its parsed body, or only its status if the body can't be read", () => {
  for (const status of [400, 404, 499]) assert.deepEqual(judgeRead(answered(status)), read(status, { ok: true }));
  for (const reason of ["truncated", "too_large", "timeout", "undecodable"] as const) {
    assert.deepEqual(judgeRead(answered(400, { kind: "unreadable", reason })), read(400, undefined), reason);
  }
  assert.deepEqual(judgeRead(answered(400, { kind: "complete", text: "<html>" })), read(400, undefined));
});

test("reports an unreadable success as a fault: a slow one as a timeout, and one that is too large as final", () => {
  const unreadable = (reason: "truncated" | "too_large" | "timeout" | "undecodable") =>
    judgeRead(answered(200, { kind: "unreadable", reason }));
  assert.deepEqual(unreadable("truncated"), fault("PROVIDER_ERROR", true));
  assert.deepEqual(unreadable("undecodable"), fault("PROVIDER_ERROR", true));
  assert.deepEqual(unreadable("timeout"), fault("PROVIDER_TIMEOUT", true));
  assert.deepEqual(unreadable("too_large"), fault("PROVIDER_ERROR", false));
  assert.deepEqual(judgeRead(answered(200, { kind: "complete", text: "<html>" })), fault("PROVIDER_ERROR", true));
});

test("reports a status that isn't a response as a fault that may be retried", () => {
  for (const status of [100, 199, 500, 501, 599]) {
    assert.deepEqual(judgeRead(answered(status)), fault("PROVIDER_ERROR", true), String(status));
  }
});

test("returns a redirect, without a body, only if the action accepts it", () => {
  for (const status of [300, 301, 399]) {
    assert.deepEqual(judgeRead(answered(status)), fault("PROVIDER_ERROR", false), String(status));
    assert.deepEqual(judgeRead(answered(status), [status]), read(status, undefined));
    assert.deepEqual(judgeRead(answered(status), [200]), fault("PROVIDER_ERROR", false));
  }
});

test("allows a retry of a lost or unsent read, unless its deadline has passed or it isn't allowed", () => {
  for (const reason of ["reset", "closed", "protocol_error"] as const) {
    assert.deepEqual(judgeRead({ kind: "lost", reason }), fault("PROVIDER_ERROR", true));
  }
  assert.deepEqual(judgeRead({ kind: "lost", reason: "timeout" }), fault("PROVIDER_TIMEOUT", true));
  for (const reason of ["dns", "connect", "connect_timeout", "tls", "refused_address"] as const) {
    assert.deepEqual(judgeRead({ kind: "not_sent", reason }), fault("PROVIDER_UNREACHABLE", true));
  }
  for (const [reason, repeatable] of [
    ["local", true],
    ["not_allowed", false],
  ] as const) {
    assert.deepEqual(judgeRead({ kind: "not_sent", reason }), { kind: "not_sent", reason, repeatable });
  }
});

test("returns the provider's refusal of a change, and the known facts of an unknown outcome", () => {
  const said = { status: 422, body: { ok: true }, requestId: "r1", headers: { etag: "a" } };
  assert.deepEqual(judgeChange(answered(422), [200]), { kind: "refused", response: said, retryAfterSeconds: 7 });
  const broken = judgeChange(answered(422, { kind: "complete", text: "<html>" }), [200]);
  const silent = { ...said, body: undefined };
  assert.deepEqual(broken, { kind: "refused", response: silent, retryAfterSeconds: 7 });
  const unreadable = answered(422, { kind: "unreadable", reason: "truncated" });
  assert.deepEqual(judgeChange(unreadable, [200]), { kind: "refused", response: silent, retryAfterSeconds: 7 });
  const unknown = { kind: "unknown", providerStatus: 503, requestId: "r1" };
  assert.deepEqual(judgeChange(answered(503), [200]), unknown);
  const lost = { kind: "unknown", providerStatus: null, requestId: null };
  assert.deepEqual(judgeChange({ kind: "lost", reason: "reset" }, [200]), lost);
});

test("returns the body of an accepted change, and nothing if the body is discarded", () => {
  const said = { status: 200, body: { ok: true }, requestId: "r1", headers: { etag: "a" } };
  assert.deepEqual(judgeChange(answered(200), [200]), { kind: "accepted", response: said });
  assert.deepEqual(judgeChange(answered(200), [200], { responseBody: "discard" }), {
    kind: "accepted",
    response: { ...said, body: undefined },
  });
});
