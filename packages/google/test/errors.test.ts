/** Google's refusals, by their reasons in both forms. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { googleRefusals, reasonsOf } from "../src/index.ts";

const refuse = googleRefusals({
  api: "The Shelf API",
  check: "the shelf",
  known: { shelfFull: { code: "PROVIDER_REJECTED", detail: "The shelf is full." } },
});
const older = (reason: string) => ({
  error: { code: 403, message: "secret text", errors: [{ domain: "global", reason }] },
});
const newer = (status: string, reason?: string) => ({
  error: { code: 403, message: "secret text", status, ...(reason === undefined ? {} : { details: [{ reason }] }) },
});
const judged = (status: number, body?: unknown, change = false) =>
  refuse({ status, body, requestId: null, headers: {} }, { credentialKind: "oauth_token", change });

test("a 403 is a limit, a missing scope, an API that is off, or a refusal, by its reason", () => {
  for (const body of [
    older("rateLimitExceeded"),
    older("userRateLimitExceeded"),
    older("dailyLimitExceeded"),
    newer("RESOURCE_EXHAUSTED"),
    newer("PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"),
  ]) {
    assert.equal(judged(403, body).code, "PROVIDER_RATE_LIMITED", JSON.stringify(body));
  }
  for (const body of [
    older("insufficientPermissions"),
    newer("PERMISSION_DENIED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"),
  ]) {
    assert.match(judged(403, body).detail ?? "", /hasn't granted/);
  }
  assert.match(judged(403, older("accessNotConfigured")).detail ?? "", /The Shelf API isn't enabled/);
  assert.deepEqual([judged(403).code, judged(403, older("other")).code], ["PROVIDER_FORBIDDEN", "PROVIDER_FORBIDDEN"]);
});

test("other statuses have their own codes, and a provider its own reasons", () => {
  assert.equal(judged(429).code, "PROVIDER_RATE_LIMITED");
  assert.equal(judged(401, older("authError")).code, "PROVIDER_UNAUTHORIZED");
  assert.equal(judged(404).code, "RESOURCE_NOT_FOUND");
  assert.equal(judged(400, older("shelfFull")).detail, "The shelf is full.");
  assert.match(judged(400).detail ?? "", /Check the shelf/);
  assert.equal(judged(500, older("shelfFull")).code, "PROVIDER_ERROR", "only a refusal has a reason");
});

test("reads reasons from any body, and never a name of an object's own", () => {
  for (const body of [undefined, null, "x", [], { error: "x" }, { error: { errors: "x", details: [null, 1] } }]) {
    assert.deepEqual(reasonsOf({ body }), []);
  }
  assert.equal(judged(403, older("constructor")).code, "PROVIDER_FORBIDDEN");
  assert.doesNotMatch(JSON.stringify(judged(403, older("constructor"))), /secret text/);
});
