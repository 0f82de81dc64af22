/** The error for each of Doppler's refusals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, type Refusal } from "@svc/provider-kit";
import { needsServiceAccount, refuse } from "../src/errors.ts";

const read = { credentialKind: "service_token", change: false };
const body = (...messages: unknown[]) => ({ messages, success: false });

test("maps a refusal by its status, and a 400 by its messages", () => {
  const cases: readonly (readonly [number, unknown, string])[] = [
    [401, undefined, "PROVIDER_UNAUTHORIZED"],
    [400, body("Invalid Auth token"), "PROVIDER_UNAUTHORIZED"],
    [403, body("Invalid Auth token"), "PROVIDER_FORBIDDEN"],
    [403, undefined, "PROVIDER_FORBIDDEN"],
    [404, undefined, "RESOURCE_NOT_FOUND"],
    [400, body("This token does not have access to requested project 'p'"), "RESOURCE_NOT_FOUND"],
    [400, body(7, "This token does not have access to requested config 'c'"), "RESOURCE_NOT_FOUND"],
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
  for (const [status, response, code] of cases) {
    assert.equal(
      refuse({ status, body: response, requestId: null, headers: {} }, read).code,
      code,
      `${String(status)} ${code}`,
    );
  }
});

test("says whether the token's access or its role lacks the permission for a write", () => {
  const response = { status: 403, body: undefined, requestId: null, headers: {} };
  assert.match(refuse(response, { ...read, change: true }).detail ?? "", /read access only/);
  const account = { credentialKind: "service_account_token", change: true };
  assert.match(refuse(response, account).detail ?? "", /role lacks/);
});

const detailOf = (status: number, response?: unknown, context = read) =>
  refuse({ status, body: response, requestId: null, headers: {} }, context).detail ?? "";

test("explains each refusal and what to do next", () => {
  assert.match(detailOf(401), /^Doppler doesn't accept this connection's token: .* reconnect with a new one\.$/);
  assert.match(detailOf(403), /^This connection's token may not read this in Doppler: it lacks the permission/);
  assert.match(
    detailOf(404),
    /^Doppler has no such project or config.* Check both names; a Service Token only has access/,
  );
  assert.match(detailOf(429), /^Doppler's rate limit has been reached\. Try again later\.$/);
  assert.equal(
    detailOf(422),
    "Doppler rejected the request as invalid (status 422). Check the input against Doppler's rules.",
  );
  assert.equal(detailOf(503), "Doppler answered with status 503, a fault on its side.");
  assert.match(
    detailOf(403, undefined, { ...read, change: true }),
    /^This connection's Service Token .* read access only\.$/,
  );
  const account = { credentialKind: "service_account_token", change: true };
  assert.match(
    detailOf(403, undefined, account),
    /^This connection's token may not write here .* role lacks the permission\.$/,
  );
});

test("passes on no text from Doppler, because it quotes the input", () => {
  const canary = "canary-value-19";
  const messages = [canary, `Invalid value: ${canary}`, `does not have access to requested config '${canary}'`];
  for (const status of [302, 400, 401, 403, 404, 409, 422, 429, 500]) {
    for (const message of messages) {
      const refusal = refuse({ status, body: body(message), requestId: canary, headers: { x: canary } }, read);
      assert.ok(!JSON.stringify(refusal).includes(canary), `${String(status)} ${message}`);
    }
  }
});

test("treats a token as invalid only for the whole message, not for one that quotes it", () => {
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

test("explains a Service Token's refusal if another kind is needed, and changes nothing else", () => {
  const forbidden = (code: Refusal["code"]) => new ProviderFailure({ code, detail: "unchanged" });
  const mapped: Refusal["code"][] = [];
  const codeFor = (code: Refusal["code"]): Refusal["code"] => {
    mapped.push(code);
    return "PROVIDER_FORBIDDEN";
  };
  const fixable: readonly Refusal["code"][] = ["PROVIDER_FORBIDDEN", "RESOURCE_NOT_FOUND", "PROVIDER_REJECTED"];
  for (const code of fixable) {
    const failure = needsServiceAccount(forbidden(code), "service_token", codeFor);
    assert.ok(failure instanceof ProviderFailure);
    assert.equal(failure.refusal.code, "PROVIDER_FORBIDDEN");
    assert.match(
      failure.refusal.detail ?? "",
      /^This connection has a Service Token.* connection's owner must reconnect with one\.$/,
    );
    const other = forbidden(code);
    assert.equal(needsServiceAccount(other, "service_account_token", codeFor), other);
  }
  assert.deepEqual(mapped, fixable);
  for (const code of ["PROVIDER_UNAUTHORIZED", "PROVIDER_RATE_LIMITED", "PROVIDER_ERROR"] as const) {
    const failure = forbidden(code);
    assert.equal(needsServiceAccount(failure, "service_token", codeFor), failure);
  }
  const defect = new TypeError("x");
  assert.equal(needsServiceAccount(defect, "service_token", codeFor), defect);
});
