/** The logic that needs no browser: reading options, judging answers, and reading a return URL. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readReturn } from "../src/return.ts";
import { judgeStatus } from "../src/status.ts";
import { readTarget } from "../src/target.ts";

const id = "cs_01jd0000000000000000000000";
const connectUrl = `https://svc.acme.test/base/connect/${id}`;
const token = "cst_abc";

test("reads a session from an object or from its URL", () => {
  const expected = {
    sessionId: id,
    token,
    mode: "modal",
    pageUrl: connectUrl,
    origin: "https://svc.acme.test",
    statusUrl: "https://svc.acme.test/base/connect/v1/status",
    probeUrl: "https://svc.acme.test/base/connect/v1/svc-connect.js",
    locale: null,
  };
  assert.deepEqual(readTarget({ session: { id, connectUrl }, token }), expected);
  assert.deepEqual(readTarget({ session: connectUrl, token }), expected);
  // A token that someone puts into the URL doesn't reach the page's address.
  assert.deepEqual(readTarget({ session: `${connectUrl}?token=x#token=y`, token }), expected);
  assert.equal(readTarget({ session: connectUrl, token, locale: "de" }).pageUrl, `${connectUrl}?locale=de`);
});

test("rejects invalid options before anything opens", () => {
  const wrong = [
    "javascript:alert(1)//connect/cs_1",
    "data:text/html,/connect/cs_1",
    "https://user:pass@svc.acme.test/connect/cs_1",
    "https://svc.acme.test/connect/",
    "https://svc.acme.test/connect/cs_1/more",
    "/connect/cs_1",
    "",
  ];
  for (const session of wrong) assert.throws(() => readTarget({ session, token }), TypeError, session);
  assert.throws(() => readTarget({ session: { id: "cs_other", connectUrl }, token }), TypeError);
  assert.throws(() => readTarget({ session: connectUrl, token: "" }), /replay/);
  assert.throws(() => readTarget({ session: connectUrl, token, mode: "tab" as "popup" }), TypeError);
});

const answered = (httpStatus: number, body: unknown, completionCode: string | null = null) =>
  judgeStatus({ kind: "answered", httpStatus, body }, id, completionCode);

test("decides from the server's response", () => {
  const ended = (result: object) => ({ kind: "ended", result });
  const cases: [object, object][] = [
    [{ status: "pending" }, { kind: "open", used: false, isAway: false }],
    [{ status: "opened" }, { kind: "open", used: true, isAway: false }],
    [{ status: "authorizing" }, { kind: "open", used: true, isAway: true }],
    [{ status: "completed", connection_id: "con_1" }, ended({ status: "completed", connection_id: "con_1" })],
    [{ status: "cancelled", connection_id: null }, ended({ status: "cancelled" })],
    [{ status: "failed" }, ended({ status: "failed" })],
    [
      { status: "failed", error: { code: "CREDENTIAL_REJECTED" } },
      ended({ status: "failed", code: "CREDENTIAL_REJECTED" }),
    ],
    [{ status: "expired" }, ended({ status: "expired" })],
  ];
  for (const [body, verdict] of cases) assert.deepEqual(answered(200, { session: id, ...body }), verdict);
  const awaiting = { session: id, status: "awaiting_confirmation", completionCode: "not the service's to tell" };
  assert.deepEqual(answered(200, awaiting), { kind: "open", used: true, isAway: false });
  assert.deepEqual(answered(200, awaiting, "c"), ended({ status: "awaiting_confirmation", completionCode: "c" }));
  assert.deepEqual(answered(401, { code: "CONNECT_TOKEN_INVALID" }), {
    kind: "ended",
    result: { status: "failed", code: "CONNECT_TOKEN_INVALID" },
  });
  assert.deepEqual(answered(410, { code: "CONNECT_SESSION_EXPIRED" }), ended({ status: "expired" }));
});

test("decides nothing from a response that isn't the server's for this session", () => {
  const unknown = { kind: "unknown" };
  assert.deepEqual(judgeStatus({ kind: "unreadable" }, id, null), unknown);
  assert.deepEqual(answered(200, { session: "cs_other", status: "completed", connection_id: "con_1" }), unknown);
  assert.deepEqual(answered(200, { session: id, status: "completed", connection_id: null }), unknown);
  assert.deepEqual(answered(200, { session: id, status: "something new" }), unknown);
  assert.deepEqual(answered(200, null), unknown);
  assert.deepEqual(answered(404, { message: "no such page" }), unknown);
  for (const httpStatus of [408, 429, 500, 502, 503])
    assert.deepEqual(answered(httpStatus, { code: "INTERNAL" }), unknown);
});

test("reads a return URL only if svc wrote its parameters", () => {
  const read = (search: string) => readReturn({ search });
  assert.deepEqual(read(`?a=1&connect_session_id=${id}&status=completed`), { session: id, status: "completed" });
  assert.deepEqual(read(`?connect_session_id=${id}&status=awaiting_confirmation&completion_code=a%2Bb`), {
    session: id,
    status: "awaiting_confirmation",
    completionCode: "a+b",
  });
  for (const search of [
    "",
    "?status=completed",
    `?connect_session_id=${id}`,
    `?connect_session_id=${id}&status=connected`,
    `?connect_session_id=../x&status=completed`,
    `?connect_session_id=${id}&status=completed&status=failed`,
  ]) {
    assert.equal(read(search), null, search);
  }
});
