/** What each refusal of GitHub's means, and what a limit says of waiting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Refusal } from "@svc/provider-kit";
import { refuse } from "../src/errors.ts";

type Headers = Record<string, string>;

function judged(status: number, body?: unknown, headers: Headers = {}, context = {}): Refusal {
  const known = { credentialKind: "oauth_app_token", change: false, ...context };
  return refuse({ status, body, requestId: null, headers }, known);
}

test("a refusal is told by its status", () => {
  const cases: readonly (readonly [number, string])[] = [
    [400, "PROVIDER_REJECTED"],
    [401, "PROVIDER_UNAUTHORIZED"],
    [403, "PROVIDER_FORBIDDEN"],
    [404, "PROVIDER_NOT_FOUND"],
    [409, "PROVIDER_REJECTED"],
    [410, "PROVIDER_NOT_FOUND"],
    [412, "PROVIDER_REJECTED"],
    [422, "PROVIDER_REJECTED"],
    [429, "PROVIDER_RATE_LIMITED"],
    [451, "PROVIDER_NOT_FOUND"],
    [202, "PROVIDER_ERROR"],
    [301, "PROVIDER_ERROR"],
    [304, "PROVIDER_ERROR"],
    [500, "PROVIDER_ERROR"],
  ];
  for (const [status, code] of cases) assert.equal(judged(status).code, code, String(status));
});

const date = "Tue, 10 Mar 2026 09:00:00 GMT";
const dateSeconds = Date.parse(date) / 1000;

test("the primary limit is told by what remains, and its wait by GitHub's own clock", () => {
  for (const status of [403, 429]) {
    const reset = (seconds: number) => ({
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(dateSeconds + seconds),
      date,
    });
    assert.deepEqual(
      [judged(status, {}, reset(90)).code, judged(status, {}, reset(90)).retryAfterSeconds],
      ["PROVIDER_RATE_LIMITED", 90],
    );
    assert.equal(judged(status, {}, reset(-5)).retryAfterSeconds, 1);
    assert.equal(judged(status, {}, reset(90_000)).retryAfterSeconds, 3600);
    assert.equal(judged(status, {}, { "x-ratelimit-remaining": "0" }).retryAfterSeconds, 60);
    assert.equal(judged(status, {}, { ...reset(90), date: "soon" }).retryAfterSeconds, 60);
  }
});

test("a secondary limit is told by retry-after or by its message, and waits a minute at least where nothing says how long", () => {
  const limited = judged(403, { message: "whatever" }, { "retry-after": "17", "x-ratelimit-remaining": "4000" });
  assert.deepEqual([limited.code, limited.retryAfterSeconds], ["PROVIDER_RATE_LIMITED", 17]);
  const said = { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." };
  assert.equal(judged(403, said, { "x-ratelimit-remaining": "4000" }).retryAfterSeconds, 60);
  assert.equal(judged(403, { message: "API rate limit exceeded for user ID 1." }).retryAfterSeconds, 60);
  assert.equal(judged(429).retryAfterSeconds, 60);
});

test("a message that only quotes a limit, and a limit that is not reached, are no limits", () => {
  assert.equal(
    judged(403, { message: "Title 'You have exceeded a secondary rate limit' is bad" }).code,
    "PROVIDER_FORBIDDEN",
  );
  assert.equal(judged(403, {}, { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1" }).code, "PROVIDER_FORBIDDEN");
  assert.equal(judged(403, {}, { "retry-after": "soon" }).code, "PROVIDER_FORBIDDEN");
  assert.equal(judged(404, {}, { "x-ratelimit-remaining": "0" }).code, "PROVIDER_NOT_FOUND");
  assert.equal(judged(401, {}, { "x-ratelimit-remaining": "0" }).code, "PROVIDER_UNAUTHORIZED");
});

test("a denial names the scopes or permissions that GitHub names, in GitHub's vocabulary only", () => {
  const scopes = judged(403, {}, { "x-accepted-oauth-scopes": "public_repo, repo, admin:repo_hook" });
  assert.match(scopes.detail ?? "", /public_repo, repo, admin:repo_hook/);
  const app = { credentialKind: "github_app_user_token", change: true };
  const permissions = { "x-accepted-github-permissions": "pull_requests=write,contents=read; issues=read" };
  assert.match(
    judged(403, {}, permissions, app).detail ?? "",
    /change this.*pull_requests=write,contents=read; issues=read/,
  );
  assert.match(judged(403, {}, {}, app).detail ?? "", /not installed there/);
  for (const value of ["", "Repo", "repo <b>", "repo\n", "a".repeat(201)]) {
    const { detail } = judged(403, {}, { "x-accepted-oauth-scopes": value });
    assert.match(detail ?? "", /Its user may not do it/);
  }
  assert.match(
    judged(403, {}, { "x-github-sso": "required; url=https://github.com/orgs/o/sso?x=1" }).detail ?? "",
    /SAML/,
  );
});

test("404 says that GitHub hides what may not be seen; 410 of a change that issues are disabled", () => {
  assert.match(judged(404).detail ?? "", /may not see it/);
  assert.match(judged(410, {}, {}, { change: true }).detail ?? "", /Issues are disabled/);
  assert.match(judged(451).detail ?? "", /legal/);
});

test("an invalid input is named by the fields of our inputs and the meaning of GitHub's codes", () => {
  const errors = [
    { resource: "Issue", field: "title", code: "missing_field" },
    { resource: "Issue", field: "assignees", code: "invalid", value: "nobody" },
    { resource: "Issue", field: "state_reason", code: "custom", message: "state_reason must be nice" },
    { resource: "Issue", field: "q", code: "toString" },
    { resource: "Issue", field: "constructor", code: "invalid" },
    { resource: "Issue", field: "evil <script>", code: "invalid" },
    "text",
    null,
  ];
  assert.equal(
    judged(422, { message: "Validation Failed", errors }).detail,
    "GitHub refused the input: title is missing; assignees is not valid; stateReason is refused; query is refused.",
  );
  for (const body of [{ errors: "x" }, { errors: [{ field: 7 }] }, null, "x", undefined]) {
    assert.match(judged(422, body).detail ?? "", /refused the request as invalid \(status 422\)/);
  }
});
