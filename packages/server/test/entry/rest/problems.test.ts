/** What errors reveal: callers get a code, the log gets a class and places, and neither gets the message. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { toProblemResponse, toServiceError, describeDefect } from "../../../src/entry/rest/problems.ts";

const canary = "canary-7c1e";

test("responds to a foreign error with INTERNAL and none of its text", () => {
  const error = Object.assign(new TypeError(`boom ${canary}`), { detail: canary });
  const known = toServiceError(error);
  assert.equal(known.code, "INTERNAL");
  const response = toProblemResponse(known, { docsUrl: "https://docs.example", requestId: "r1" });
  assert.equal(response.status, 500);
  assert.ok(!JSON.stringify(response).includes(canary));
});

test("describes a defect by class, code and places, without its message", () => {
  const error = Object.assign(new TypeError(`boom\n    at ${canary} (file:///a.ts:1:1)`), { code: "ERR_X" });
  const trace = describeDefect(error);
  assert.deepEqual([trace.name, trace.code], ["TypeError", "ERR_X"]);
  assert.ok(trace.at.length > 0);
  assert.ok(!JSON.stringify(trace).includes(canary));
  assert.deepEqual(describeDefect(canary), { name: "string", code: "", at: [] });
});

test("says not to retry an unknown outcome, and asks for a missing key", () => {
  const context = { docsUrl: "https://docs.example", requestId: "r1" };
  const unknown = toProblemResponse(new ServiceError("ACTION_OUTCOME_UNKNOWN"), context);
  assert.deepEqual([unknown.status, unknown.headers["x-should-retry"]], [504, "false"]);
  const stranger = toProblemResponse(new ServiceError("UNAUTHENTICATED"), context);
  assert.deepEqual([stranger.status, stranger.headers["www-authenticate"]], [401, "Bearer"]);
});
