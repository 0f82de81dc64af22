/** What each refusal of Doppler's means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, type Refusal } from "@svc/provider-kit";
import { needsServiceAccount, refuse } from "../src/errors.ts";

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
    [400, body(["Invalid Auth token"]), "PROVIDER_REJECTED"],
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

const detailOf = (status: number, answer?: unknown, context = read) =>
  refuse({ status, body: answer, requestId: null, headers: {} }, context).detail ?? "";

test("each refusal says what it means and who does what next", () => {
  assert.match(detailOf(401), /^Doppler no longer accepts the token.* reconnect with a new one\.$/);
  assert.match(detailOf(403), /^The token of this connection may not read this at Doppler: the grant is missing/);
  assert.match(detailOf(404), /^Doppler knows no such project or config.* Check both names; a Service Token reaches/);
  assert.match(detailOf(429), /^Doppler's rate limit is reached\. Try again later\.$/);
  assert.equal(
    detailOf(422),
    "Doppler refused the request as invalid (status 422). Check the input against Doppler's rules.",
  );
  assert.equal(detailOf(503), "Doppler answered with status 503. The fault is Doppler's.");
  assert.match(detailOf(403, undefined, { ...read, change: true }), /^The Service Token .* read access only\.$/);
  const account = { credentialKind: "service_account_token", change: true };
  assert.match(detailOf(403, undefined, account), /^The token .* may not write here .* role lacks the permission\.$/);
});

test("no refusal passes on what Doppler says, for Doppler says what the caller sent", () => {
  const canary = "canary-value-19";
  const messages = [canary, `Invalid value: ${canary}`, `does not have access to requested config '${canary}'`];
  for (const status of [302, 400, 401, 403, 404, 409, 422, 429, 500]) {
    for (const message of messages) {
      const refusal = refuse({ status, body: body(message), requestId: canary, headers: { x: canary } }, read);
      assert.ok(!JSON.stringify(refusal).includes(canary), `${String(status)} ${message}`);
    }
  }
});

test("the whole message condemns a token, and a message that only quotes it does not", () => {
  for (const message of ["Invalid Auth token", "invalid auth token."]) {
    assert.equal(codeOf400(message), "PROVIDER_UNAUTHORIZED", message);
  }
  for (const message of [
    "Name 'Invalid Auth token' is taken",
    "Invalid Auth token!",
    "Invalid Auth token..",
    "No secret Invalid Auth token",
    "",
  ]) {
    assert.equal(codeOf400(message), "PROVIDER_REJECTED", message);
  }
  assert.equal(
    refuse({ status: 400, body: { messages: [] }, requestId: null, headers: {} }, read).code,
    "PROVIDER_REJECTED",
  );
  for (const status of [399, 500]) {
    assert.equal(refuse({ status, body: undefined, requestId: null, headers: {} }, read).code, "PROVIDER_ERROR");
  }
  assert.equal(refuse({ status: 499, body: undefined, requestId: null, headers: {} }, read).code, "PROVIDER_REJECTED");
});

function codeOf400(message: string): Refusal["code"] {
  return refuse({ status: 400, body: body("another", message), requestId: null, headers: {} }, read).code;
}

test("a refusal that a Service Token met where another kind is needed says so; everything else stays as it is", () => {
  const forbidden = (code: Refusal["code"]) => new ProviderFailure({ code, detail: "as it was" });
  const asked: Refusal["code"][] = [];
  const codeFor = (code: Refusal["code"]): Refusal["code"] => {
    asked.push(code);
    return "PROVIDER_FORBIDDEN";
  };
  const helped: readonly Refusal["code"][] = ["PROVIDER_FORBIDDEN", "PROVIDER_NOT_FOUND", "PROVIDER_REJECTED"];
  for (const code of helped) {
    const told = needsServiceAccount(forbidden(code), "service_token", codeFor);
    assert.ok(told instanceof ProviderFailure);
    assert.equal(told.refusal.code, "PROVIDER_FORBIDDEN");
    assert.match(
      told.refusal.detail ?? "",
      /^This connection holds a Service Token.* the owner .* reconnects with one\.$/,
    );
    const other = forbidden(code);
    assert.equal(needsServiceAccount(other, "service_account_token", codeFor), other);
  }
  assert.deepEqual(asked, helped);
  for (const code of ["PROVIDER_UNAUTHORIZED", "PROVIDER_RATE_LIMITED", "PROVIDER_ERROR"] as const) {
    const failure = forbidden(code);
    assert.equal(needsServiceAccount(failure, "service_token", codeFor), failure);
  }
  const defect = new TypeError("x");
  assert.equal(needsServiceAccount(defect, "service_token", codeFor), defect);
});
