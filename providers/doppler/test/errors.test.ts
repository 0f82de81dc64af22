/** What each refusal of Doppler's means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse } from "../src/errors.ts";

const read = { credentialKind: "service_token", change: false };
const body = (...messages: unknown[]) => ({ messages, success: false });

test("a refusal is told by its status, and a 400 by what its messages say", () => {
  const cases: readonly (readonly [number, unknown, string])[] = [
    [401, undefined, "PROVIDER_UNAUTHORIZED"],
    [400, body("Invalid Auth token"), "PROVIDER_UNAUTHORIZED"],
    [403, body("Invalid Auth token"), "PROVIDER_FORBIDDEN"],
    [403, undefined, "PROVIDER_FORBIDDEN"],
    [404, undefined, "PROVIDER_NOT_FOUND"],
    [400, body("This token does not have access to requested project 'p'"), "PROVIDER_NOT_FOUND"],
    [400, body(7, "This token does not have access to requested config 'c'"), "PROVIDER_NOT_FOUND"],
    [422, body("This token does not have access to requested config 'c'"), "PROVIDER_REJECTED"],
    [429, undefined, "PROVIDER_RATE_LIMITED"],
    [400, undefined, "PROVIDER_REJECTED"],
    [400, body("Could not find requested secret"), "PROVIDER_REJECTED"],
    [400, { messages: "Invalid Auth token" }, "PROVIDER_REJECTED"],
    [409, undefined, "PROVIDER_REJECTED"],
    [413, undefined, "PROVIDER_REJECTED"],
    [302, undefined, "PROVIDER_ERROR"],
    [500, body("Invalid Auth token"), "PROVIDER_ERROR"],
  ];
  for (const [status, answer, code] of cases) {
    assert.equal(
      refuse({ status, body: answer, requestId: null, headers: {} }, read).code,
      code,
      `${String(status)} ${code}`,
    );
  }
});

test("a denied write says whether the token's access or its role is missing", () => {
  const answer = { status: 403, body: undefined, requestId: null, headers: {} };
  assert.match(refuse(answer, { ...read, change: true }).detail ?? "", /read access only/);
  const account = { credentialKind: "service_account_token", change: true };
  assert.match(refuse(answer, account).detail ?? "", /role lacks/);
});
