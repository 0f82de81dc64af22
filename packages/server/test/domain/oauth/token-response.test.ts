/** Token endpoint responses at each limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts } from "@svc/provider-kit";
import {
  responseBytesMax,
  readCredential,
  isToken,
  judgeTokenError,
  readTokenResponse,
  tokenCharsMax,
} from "../../../src/domain/oauth/token-response.ts";

const facts = (text: string, status = 200): ExchangeFacts => {
  const body = { kind: "complete", text } as const;
  return { kind: "answered", status, requestId: null, retryAfterSeconds: null, headers: {}, body };
};
const fields = { access_token: "t", token_type: "bearer" };

function readWithScopes(scopes: readonly string[], change: Record<string, unknown> = {}) {
  const auth = { grantedScopes: () => [...scopes] };
  return readCredential({ ...fields, ...change }, { auth, requested: ["r"], refreshToken: "held", nowMs: 1000 });
}

test("accepts a token of visible ASCII from one byte to 8 KiB", () => {
  assert.deepEqual([responseBytesMax, tokenCharsMax], [65_536, 8192]);
  for (const text of ["!", "~", "a".repeat(8192)]) assert.equal(isToken(text), true);
  for (const text of ["", " ", "a b", "a\n", "\u007f", "é", "a".repeat(8193)]) assert.equal(isToken(text), false);
});

test("accepts an object of at most 64 KiB, counted in bytes; ignores other, null and inherited members", () => {
  const frame = JSON.stringify({ padding: "" }).length;
  const padded = (count: number, text = "x") => JSON.stringify({ padding: text.repeat(count) });
  assert.deepEqual(readTokenResponse(facts(padded(65_536 - frame))), { status: 200, fields: {} });
  assert.equal(readTokenResponse(facts(padded(65_537 - frame))), null);
  assert.equal(readTokenResponse(facts(padded(40_000, "é"))), null);
  const known = { ...fields, expires_in: 1, refresh_token: "r", scope: "s" };
  assert.deepEqual(readTokenResponse(facts(JSON.stringify({ ...known, id_token: "x", error: null }))), {
    status: 200,
    fields: known,
  });
  for (const text of ["", "null", "[]", "7", '"x"', "{"]) assert.equal(readTokenResponse(facts(text)), null, text);
  assert.equal(readTokenResponse({ kind: "lost", reason: "reset" }), null);
  assert.equal(readTokenResponse({ kind: "not_sent", reason: "dns" }), null);
  for (const body of [{ kind: "unreadable", reason: "truncated" }, { kind: "discarded" }] as const) {
    assert.equal(readTokenResponse({ ...facts("{}"), body } as ExchangeFacts), null, body.kind);
  }
});

test("reads a 200 with an error as a 400 and keeps every other status", () => {
  const error = JSON.stringify({ error: "x" });
  assert.equal(readTokenResponse(facts(error))?.status, 400);
  for (const status of [201, 401, 500]) assert.equal(readTokenResponse(facts(error, status))?.status, status);
});

test("invalidates the grant only on a refusing 4xx that is not about the server itself", () => {
  const judge = (status: number, error = "x") => judgeTokenError(status, error, (code) => code === "invalid_grant");
  const unsure = { kind: "unsure", sent: true };
  for (const status of [200, 302, 399, 408, 421, 425, 429, 500, 503]) {
    assert.deepEqual(judge(status, "invalid_grant"), unsure, String(status));
  }
  for (const error of ["server_error", "temporarily_unavailable", "slow_down"]) {
    assert.deepEqual(judge(400, error), unsure, error);
  }
  for (const status of [400, 401, 403, 499]) {
    assert.deepEqual(judge(status, "invalid_grant"), { kind: "refused", error: "invalid_grant" });
    assert.deepEqual(judge(status), { kind: "refused", error: "other" });
  }
});

test("reads a lifetime of up to ten years, also as a text; any other value leaves it unknown", () => {
  assert.equal(readWithScopes([])?.expiresAt, null);
  const tenYears = 1000 + 315_360_000_000;
  for (const [life, expiresAt] of [
    [1, 2000],
    [315_360_000, tenYears],
    ["3599", 3_600_000],
    [3599.5, 3_600_000],
    // Linear's lifetime until April 2026.
    [315_705_599, tenYears],
    ["999999999999999", tenYears],
  ] as const) {
    assert.equal(readWithScopes([], { expires_in: life })?.expiresAt, expiresAt, String(life));
  }
  for (const life of [0, -1, 0.5, "", "0", "1e3", "-5", " 60", "9".repeat(16), true, ["60"], {}]) {
    const read = readWithScopes([], { expires_in: life });
    assert.deepEqual([read?.accessToken, read?.expiresAt], ["t", null], JSON.stringify(life));
  }
});

test("a refresh token that can't be sent counts as missing", () => {
  for (const refresh_token of ["", 7, "a b", ["t"], {}]) {
    assert.equal(readWithScopes([], { refresh_token })?.refreshToken, "held", JSON.stringify(refresh_token));
  }
});

test("accepts at most 200 distinct scopes of at most 256 characters each", () => {
  const many = Array.from({ length: 200 }, (_one, index) => `s${index}`);
  assert.deepEqual(readWithScopes(many)?.scopes, many);
  assert.equal(readWithScopes([...many, "more"]), null);
  assert.deepEqual(readWithScopes(["a", "b", "a"])?.scopes, ["a", "b"]);
  assert.deepEqual(readWithScopes(["a".repeat(256), "!#~"])?.scopes.length, 2);
  for (const scope of ["", "a".repeat(257), 'a"', "a\\b", "a b"])
    assert.equal(readWithScopes(["ok", scope]), null, scope);
});

test("rejects members of another type; keeps the current refresh token if none is sent", () => {
  assert.equal(readWithScopes([])?.refreshToken, "held");
  assert.equal(readWithScopes([], { refresh_token: "new" })?.refreshToken, "new");
  for (const change of [
    { access_token: 7 },
    { access_token: "a b" },
    // A list with one text converts to that text wherever a text is expected.
    { access_token: ["t"] },
    { token_type: ["bearer"] },
    { scope: ["s"] },
    { token_type: 7 },
    { token_type: "mac" },
    { scope: 7 },
  ]) {
    assert.equal(readWithScopes([], change), null, JSON.stringify(change));
  }
});

test("scope and refresh token are optional, and the provider's rule gets the response's and the requested scopes", () => {
  const calls: unknown[] = [];
  const auth = { grantedScopes: (given: unknown) => (calls.push(given), ["granted"]) };
  const context = { auth, requested: ["r"], refreshToken: null, nowMs: 0 };
  const without = { accessToken: "t", refreshToken: null, expiresAt: null, scopes: ["granted"] };
  assert.deepEqual(readCredential(fields, context), without);
  assert.deepEqual(readCredential({ ...fields, scope: "a b", refresh_token: "r2" }, context), {
    ...without,
    refreshToken: "r2",
  });
  assert.deepEqual(calls, [
    { scope: null, accessToken: "t", requested: ["r"] },
    { scope: "a b", accessToken: "t", requested: ["r"] },
  ]);
});

test("drops a scope that repeats a token", () => {
  const access_token = "gho_16C7e42F292c6912E7710c838347Ae178B4a";
  const refresh_token = "ghr_1B4a2e77838347a7E420ce178F2E7c6912E16924";
  const scopes = ["repo", access_token, refresh_token.slice(10, 20), "read:user"];
  assert.deepEqual(readWithScopes(scopes, { access_token, refresh_token })?.scopes, ["repo", "read:user"]);
});

test("only the secret part of a token must not be in a fact or a scope", () => {
  const access_token = "sk_test_51Account00000000canaryOfATokenWithoutAnEnd";
  const connectionFacts = { account_id: { member: ["account"], pattern: "^.+$" } };
  const auth = { grantedScopes: () => ["read"], connectionFacts, secretPart: (token: string) => token.slice(-27) };
  const context = { auth, requested: [], refreshToken: null, nowMs: 0 };
  const factsFor = (account: string, given: typeof context | object = context) =>
    readCredential({ ...fields, access_token }, given as typeof context, { account_id: account })?.facts ?? null;
  assert.deepEqual(factsFor("acct_1Account00000000"), { account_id: "acct_1Account00000000" });
  assert.equal(factsFor("acct_canaryOfAToken"), null);
  const { secretPart: _, ...whole } = auth;
  assert.equal(factsFor("acct_1Account00000000", { ...context, auth: whole }), null);
});
