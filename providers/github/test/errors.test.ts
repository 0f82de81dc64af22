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
  for (const body of [{ errors: "x" }, { errors: [{ field: 7 }, { field: ["title"] }] }, null, "x", undefined]) {
    assert.match(judged(422, body).detail ?? "", /refused the request as invalid \(status 422\)/);
  }
});

test("each refusal says what it means and who does what next", () => {
  const detailOf = (...given: Parameters<typeof judged>): string => judged(...given).detail ?? "";
  assert.equal(detailOf(429), "A rate limit of GitHub's is reached. Try again in 60 seconds at the earliest.");
  assert.match(
    detailOf(401),
    /^GitHub no longer accepts the authorization of this connection\. Its owner must reconnect/,
  );
  assert.match(
    detailOf(403),
    /^GitHub does not let this connection read this\. Its user may not do it, or .* OAuth app\.$/,
  );
  assert.match(detailOf(403, {}, {}, { change: true }), /^GitHub does not let this connection change this\. /);
  assert.match(
    detailOf(404),
    /^GitHub knows nothing under this name, .* GitHub says the same of both\. Check owner, repository .* reach it\.$/,
  );
  assert.match(
    detailOf(409),
    /^GitHub refused the request because of the state that the repository is in\. Look at it/,
  );
  assert.match(detailOf(410), /^This was deleted at GitHub, or issues are disabled in the repository\.$/);
  assert.equal(detailOf(500), "GitHub answered with status 500, which it does not document here.");
  assert.match(
    detailOf(418),
    /^GitHub refused the request as invalid \(status 418\)\. Check the input against GitHub's/,
  );
  assert.match(
    detailOf(403, {}, { "x-github-sso": "required; url=x" }),
    /^The organization wants single sign-on \(SAML\)\. .* at GitHub and reconnects\.$/,
  );
  const scoped = detailOf(403, {}, { "x-accepted-oauth-scopes": "repo" });
  assert.match(scoped, / It needs one of the scopes repo; with one of them, .* does not allow the OAuth app\.$/);
});

test("an SSO header that asks nothing is none, and a file that is too large is said to be", () => {
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

test("each code of GitHub's has its words, and the same fault is told once", () => {
  const said = (code: string): string =>
    judged(422, {
      errors: [
        { field: "title", code },
        { field: "title", code },
      ],
    }).detail ?? "";
  const words = {
    missing: "names something that does not exist",
    missing_field: "is missing",
    invalid: "is not valid",
    already_exists: "is taken",
    unprocessable: "is not valid",
    too_large: "is too large",
    another: "is refused",
  };
  for (const [code, word] of Object.entries(words))
    assert.equal(said(code), `GitHub refused the input: title ${word}.`);
});

test("each field of GitHub's requests is told as the field of ours that it comes from", () => {
  const fields =
    "title body state labels assignees assignee milestone type creator mentioned since sort direction order visibility affiliation head base ref page";
  const renamed = { state_reason: "stateReason", name: "labels", issue_type: "type", q: "query", per_page: "perPage" };
  const same = Object.fromEntries(fields.split(" ").map((field) => [field, field]));
  for (const [field, ours] of Object.entries({ ...same, ...renamed })) {
    assert.equal(
      judged(422, { errors: [{ field, code: "invalid" }] }).detail,
      `GitHub refused the input: ${ours} is not valid.`,
    );
  }
});

test("the words of a limit are looked for at the beginning of a text and nowhere else, and a header has its whole form", () => {
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

test("scopes and permissions are repeated in GitHub's own form alone", () => {
  const scopesIn = (value: string): string => judged(403, {}, { "x-accepted-oauth-scopes": value }).detail ?? "";
  for (const value of ["repo", "repo,gist", "repo, read:org", "admin:repo_hook", "a".repeat(200)]) {
    assert.ok(scopesIn(value).includes(`one of the scopes ${value};`), value);
  }
  for (const value of ["repo,", ",repo", "repo,  gist", "1repo", "repo1", "read::org", "repo_", "a".repeat(201)]) {
    assert.match(scopesIn(value), /Its user may not do it/, value);
  }
  const permissionsIn = (value: string, credentialKind = "github_app_user_token"): string =>
    judged(403, {}, { "x-accepted-github-permissions": value }, { credentialKind }).detail ?? "";
  for (const value of ["issues=read", "pull_requests=write; contents=admin", "issues=write,pull_requests=read"]) {
    assert.match(permissionsIn(value), /^GitHub does not let .* The GitHub App and its user need the permission [^ ]/);
    assert.ok(permissionsIn(value).endsWith(`permission ${value}.`), value);
  }
  for (const value of ["issues", "issues=", "issues=own", "xissues =read", "issues=read,", "issues=readx", "_a=read"]) {
    assert.match(permissionsIn(value), /The GitHub App lacks the permission, is not installed there/, value);
  }
  assert.doesNotMatch(permissionsIn("issues=read", "oauth_app_token"), /issues=read/);
});
