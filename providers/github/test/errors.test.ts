/** The error for each of GitHub's refusals, and the wait for each limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Refusal } from "@svc/provider-kit";
import { refuse } from "../src/errors.ts";

type Headers = Record<string, string>;

function judged(status: number, body?: unknown, headers: Headers = {}, context = {}): Refusal {
  const known = { credentialKind: "oauth_app_token", change: false, ...context };
  return refuse({ status, body, requestId: null, headers }, known);
}

test("maps a refusal by its status", () => {
  const cases: readonly (readonly [number, string])[] = [
    [400, "PROVIDER_REJECTED"],
    [401, "PROVIDER_UNAUTHORIZED"],
    [403, "PROVIDER_FORBIDDEN"],
    [404, "RESOURCE_NOT_FOUND"],
    [409, "PROVIDER_REJECTED"],
    [410, "RESOURCE_NOT_FOUND"],
    [412, "PROVIDER_REJECTED"],
    [422, "PROVIDER_REJECTED"],
    [429, "PROVIDER_RATE_LIMITED"],
    [451, "RESOURCE_NOT_FOUND"],
    [202, "PROVIDER_ERROR"],
    [301, "PROVIDER_ERROR"],
    [304, "PROVIDER_ERROR"],
    [500, "PROVIDER_ERROR"],
  ];
  for (const [status, code] of cases) assert.equal(judged(status).code, code, String(status));
});

const date = "Tue, 10 Mar 2026 09:00:00 GMT";
const dateSeconds = Date.parse(date) / 1000;

test("recognizes the primary limit by the remaining requests, and computes the wait from GitHub's own clock", () => {
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
    assert.match(judged(status, {}, reset(-5)).detail ?? "", /Wait at least 1 second\.$/);
    assert.equal(judged(status, {}, reset(90_000)).retryAfterSeconds, 3600);
    assert.equal(judged(status, {}, { "x-ratelimit-remaining": "0" }).retryAfterSeconds, 60);
    assert.equal(judged(status, {}, { ...reset(90), date: "soon" }).retryAfterSeconds, 60);
  }
});

test("recognizes a secondary limit by retry-after or its message, and waits at least a minute by default", () => {
  const limited = judged(403, { message: "whatever" }, { "retry-after": "17", "x-ratelimit-remaining": "4000" });
  assert.deepEqual([limited.code, limited.retryAfterSeconds], ["PROVIDER_RATE_LIMITED", 17]);
  const said = { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." };
  assert.equal(judged(403, said, { "x-ratelimit-remaining": "4000" }).retryAfterSeconds, 60);
  assert.equal(judged(403, { message: "API rate limit exceeded for user ID 1." }).retryAfterSeconds, 60);
  assert.equal(judged(429).retryAfterSeconds, 60);
});

test("ignores a message that only quotes a limit, and a limit that isn't reached", () => {
  assert.equal(
    judged(403, { message: "Title 'You have exceeded a secondary rate limit' is bad" }).code,
    "PROVIDER_FORBIDDEN",
  );
  assert.equal(judged(403, {}, { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1" }).code, "PROVIDER_FORBIDDEN");
  assert.equal(judged(403, {}, { "retry-after": "soon" }).code, "PROVIDER_FORBIDDEN");
  assert.equal(judged(404, {}, { "x-ratelimit-remaining": "0" }).code, "RESOURCE_NOT_FOUND");
  assert.equal(judged(401, {}, { "x-ratelimit-remaining": "0" }).code, "PROVIDER_UNAUTHORIZED");
});

test("names the scopes or permissions in GitHub's vocabulary for a denial", () => {
  const scopes = judged(403, {}, { "x-accepted-oauth-scopes": "public_repo, repo, admin:repo_hook" });
  assert.match(scopes.detail ?? "", /public_repo, repo, admin:repo_hook/);
  const app = { credentialKind: "github_app_user_token", change: true };
  const permissions = { "x-accepted-github-permissions": "pull_requests=write,contents=read; issues=read" };
  assert.match(
    judged(403, {}, permissions, app).detail ?? "",
    /change this.*pull_requests=write,contents=read; issues=read/,
  );
  assert.match(judged(403, {}, {}, app).detail ?? "", /isn't installed there/);
  for (const value of ["", "Repo", "repo <b>", "repo\n", "a".repeat(201)]) {
    const { detail } = judged(403, {}, { "x-accepted-oauth-scopes": value });
    assert.match(detail ?? "", /Its user isn't allowed to do this/);
  }
  assert.match(
    judged(403, {}, { "x-github-sso": "required; url=https://github.com/orgs/o/sso?x=1" }).detail ?? "",
    /SAML/,
  );
});

test("explains that a 404 may hide a resource, and that a 410 for a change means that issues are disabled", () => {
  assert.match(judged(404).detail ?? "", /can't see it/);
  assert.match(judged(410, {}, {}, { change: true }).detail ?? "", /Issues are disabled/);
  assert.match(judged(451).detail ?? "", /legal/);
});

test("names our input fields and the meaning of GitHub's codes for an invalid input", () => {
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
    "GitHub rejected the input: title is missing; assignees is not valid; stateReason is refused; query is refused.",
  );
  for (const body of [{ errors: "x" }, { errors: [{ field: 7 }, { field: ["title"] }] }, null, "x", undefined]) {
    assert.match(judged(422, body).detail ?? "", /rejected the request as invalid \(status 422\)/);
  }
});

test("explains each refusal and what to do next", () => {
  const detailOf = (...given: Parameters<typeof judged>): string => judged(...given).detail ?? "";
  assert.equal(detailOf(429), "GitHub's rate limit has been reached. Wait at least 60 seconds.");
  assert.match(
    detailOf(401),
    /^GitHub no longer accepts the authorization of this connection\. Its owner must reconnect/,
  );
  assert.match(
    detailOf(403),
    /^GitHub doesn't let this connection read this\. Its user isn't allowed to do this, or .* OAuth app\.$/,
  );
  assert.match(detailOf(403, {}, {}, { change: true }), /^GitHub doesn't let this connection change this\. /);
  assert.match(
    detailOf(404),
    /^GitHub has nothing with this name, .* response is the same for both\. Check the owner, repository .* have access\.$/,
  );
  assert.match(
    detailOf(409),
    /^GitHub refused the request because of the repository's current state\. Check the repository on GitHub\.$/,
  );
  assert.match(detailOf(410), /^This was deleted on GitHub, or issues are disabled in the repository\.$/);
  assert.equal(detailOf(500), "GitHub answered with status 500, which it doesn't document for this request.");
  assert.match(
    detailOf(418),
    /^GitHub rejected the request as invalid \(status 418\)\. Check the input against GitHub's/,
  );
  assert.match(
    detailOf(403, {}, { "x-github-sso": "required; url=x" }),
    /^The organization requires single sign-on \(SAML\)\. .* on GitHub and reconnect\.$/,
  );
  const scoped = detailOf(403, {}, { "x-accepted-oauth-scopes": "repo" });
  assert.match(scoped, / It needs one of the scopes repo\. If it has one, .* doesn't allow the OAuth app\.$/);
});

test("ignores an SSO header that requires nothing, and reports a file that is too large", () => {
  for (const value of ["partial-results; organizations=1", "not required", "requiredness"]) {
    assert.doesNotMatch(judged(403, {}, { "x-github-sso": value }).detail ?? "", /SAML/, value);
  }
  const large = { errors: [{ resource: "Blob", field: "data", code: "too_large" }] };
  assert.deepEqual(judged(403, large), {
    code: "PROVIDER_REJECTED",
    detail: "The file is too large for GitHub's API.",
  });
  assert.equal(judged(403, { errors: "too_large" }).code, "PROVIDER_FORBIDDEN");
  assert.equal(judged(403, { errors: [{ field: "data", code: "invalid" }] }).code, "PROVIDER_FORBIDDEN");
  assert.equal(judged(403, {}, { "x-github-sso": "required; url=x" }).code, "PROVIDER_FORBIDDEN");
});

test("each of GitHub's codes has a description, and the same fault is reported once", () => {
  const said = (code: string): string =>
    judged(422, {
      errors: [
        { field: "title", code },
        { field: "title", code },
      ],
    }).detail ?? "";
  const words = {
    missing: "names something that doesn't exist",
    missing_field: "is missing",
    invalid: "is not valid",
    already_exists: "is taken",
    unprocessable: "is not valid",
    too_large: "is too large",
    another: "is refused",
  };
  for (const [code, word] of Object.entries(words))
    assert.equal(said(code), `GitHub rejected the input: title ${word}.`);
});

test("names our input field for each of GitHub's request fields", () => {
  const fields =
    "title body state labels assignees assignee milestone type creator mentioned since sort direction order visibility affiliation head base ref page";
  const renamed = { state_reason: "stateReason", name: "labels", issue_type: "type", q: "query", per_page: "perPage" };
  const same = Object.fromEntries(fields.split(" ").map((field) => [field, field]));
  for (const [field, ours] of Object.entries({ ...same, ...renamed })) {
    assert.equal(
      judged(422, { errors: [{ field, code: "invalid" }] }).detail,
      `GitHub rejected the input: ${ours} is not valid.`,
    );
  }
});

test("matches limit messages only at their start, and a header only as a whole", () => {
  for (const message of [
    "API rate limit exceeded",
    "api rate limit exceeded for x",
    "You have exceeded a secondary rate limit!",
  ]) {
    assert.equal(judged(403, { message }).code, "PROVIDER_RATE_LIMITED", message);
  }
  for (const message of [
    "The API rate limit exceeded",
    "API rate limit exceededness",
    ["API rate limit exceeded"],
    7,
    null,
  ]) {
    assert.equal(judged(403, { message }).code, "PROVIDER_FORBIDDEN", String(message));
  }
  assert.equal(judged(403, "API rate limit exceeded").code, "PROVIDER_FORBIDDEN");
  for (const [value, waits] of [
    ["0", 1],
    ["3600", 3600],
    ["3601", 3600],
    ["999999999999", 3600],
  ] as const) {
    assert.equal(judged(429, {}, { "retry-after": value }).retryAfterSeconds, waits, value);
  }
  for (const value of ["1000000000000", "x1", "1x", "-1", "1.5", ""]) {
    assert.equal(judged(403, {}, { "retry-after": value }).code, "PROVIDER_FORBIDDEN", value);
  }
  const reset = { "x-ratelimit-remaining": "0", date };
  assert.equal(judged(403, {}, reset).retryAfterSeconds, 60);
  assert.equal(judged(403, {}, { ...reset, "x-ratelimit-reset": "soon" }).retryAfterSeconds, 60);
});

test("repeats scopes and permissions only in GitHub's own format", () => {
  const scopesIn = (value: string): string => judged(403, {}, { "x-accepted-oauth-scopes": value }).detail ?? "";
  for (const value of ["repo", "repo,gist", "repo, read:org", "admin:repo_hook", "a".repeat(200)]) {
    assert.ok(scopesIn(value).includes(`one of the scopes ${value}.`), value);
  }
  for (const value of ["repo,", ",repo", "repo,  gist", "1repo", "repo1", "read::org", "repo_", "a".repeat(201)]) {
    assert.match(scopesIn(value), /Its user isn't allowed to do this/, value);
  }
  const permissionsIn = (value: string, credentialKind = "github_app_user_token"): string =>
    judged(403, {}, { "x-accepted-github-permissions": value }, { credentialKind }).detail ?? "";
  for (const value of ["issues=read", "pull_requests=write; contents=admin", "issues=write,pull_requests=read"]) {
    assert.match(permissionsIn(value), /^GitHub doesn't let .* The GitHub App and its user need the permission [^ ]/);
    assert.ok(permissionsIn(value).endsWith(`permission ${value}.`), value);
  }
  for (const value of ["issues", "issues=", "issues=own", "xissues =read", "issues=read,", "issues=readx", "_a=read"]) {
    assert.match(permissionsIn(value), /The GitHub App lacks the permission, isn't installed there/, value);
  }
  assert.doesNotMatch(permissionsIn("issues=read", "oauth_app_token"), /issues=read/);
});
