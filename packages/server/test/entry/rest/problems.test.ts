/** What leaves of an error: a caller gets a code of the table, the log a class and places, and neither gets its words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { answerOfError, serviceErrorOf, traceOf } from "../../../src/entry/rest/problems.ts";

const canary = "canary-7c1e";

test("a foreign error becomes INTERNAL, and nothing of it is answered", () => {
  const error = Object.assign(new TypeError(`boom ${canary}`), { detail: canary });
  const known = serviceErrorOf(error);
  assert.equal(known.code, "INTERNAL");
  const answer = answerOfError(known, { docsUrl: "https://docs.example", requestId: "r1" });
  assert.equal(answer.status, 500);
  assert.ok(!JSON.stringify(answer).includes(canary));
});

test("a defect is traced by its class, its code and its places, without its message", () => {
  const error = Object.assign(new TypeError(`boom\n    at ${canary} (file:///a.ts:1:1)`), { code: "ERR_X" });
  const trace = traceOf(error);
  assert.deepEqual([trace.name, trace.code], ["TypeError", "ERR_X"]);
  assert.ok(trace.at.length > 0);
  assert.ok(!JSON.stringify(trace).includes(canary));
  assert.deepEqual(traceOf(canary), { name: "string", code: "", at: [] });
});

test("an unknown outcome says not to retry, a refusal for want of a key asks for one", () => {
  const context = { docsUrl: "https://docs.example", requestId: "r1" };
  const unknown = answerOfError(new ServiceError("ACTION_OUTCOME_UNKNOWN"), context);
  assert.deepEqual([unknown.status, unknown.headers["x-should-retry"]], [504, "false"]);
  const stranger = answerOfError(new ServiceError("UNAUTHENTICATED"), context);
  assert.deepEqual([stranger.status, stranger.headers["www-authenticate"]], [401, "Bearer"]);
});
