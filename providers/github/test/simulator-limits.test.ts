/** Rate limits, conditional requests, headers, media types and versions. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { startGithubSimulator } from "../simulator/index.ts";
import type { GithubSimulator } from "../simulator/index.ts";
import { ask, at } from "./simulator-openapi.ts";
import type { Reply } from "./simulator-openapi.ts";

const hello = "/repos/octocat/hello-world";
const limit = ({ headers }: Reply, name: string): string | null => headers.get(`x-ratelimit-${name}`);

test("the primary limit counts per user across all apps, appears in headers and /rate_limit, and causes a 403 at the end", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  await using simulator = await startGithubSimulator({ nowMs: () => nowMs, switches: { corePerWindow: 3 } });
  const { octocatApp, hubot } = simulator.tokens;
  const first = await ask(simulator, hello);
  assert.deepEqual(
    ["limit", "remaining", "used", "resource"].map((name) => limit(first, name)),
    ["3", "2", "1", "core"],
  );
  assert.equal(limit(first, "reset"), String(nowMs / 1000 + 3600));
  assert.equal(limit(await ask(simulator, hello, { token: octocatApp }), "remaining"), "1");
  assert.equal((await ask(simulator, `${hello}/issues/999`)).status, 404);
  const refused = await ask(simulator, hello);
  assert.deepEqual([refused.status, limit(refused, "remaining"), refused.headers.get("retry-after")], [403, "0", null]);
  assert.equal(at(refused.json, "message"), "API rate limit exceeded for user ID 1.");
  const written = await ask(simulator, `${hello}/issues`, { method: "POST", body: { title: "x" } });
  assert.equal(written.status, 403);
  assert.deepEqual(simulator.ledger.effects, []);
  const overview = await ask(simulator, "/rate_limit");
  assert.deepEqual(at(overview.json, "resources.core"), {
    limit: 3,
    used: 3,
    remaining: 0,
    reset: nowMs / 1000 + 3600,
  });
  assert.equal((await ask(simulator, hello, { token: hubot })).status, 200);
  assert.equal((await ask(simulator, "/search/issues?q=bug")).status, 200);
  nowMs += 3_600_000;
  assert.equal(limit(await ask(simulator, hello), "remaining"), "2");
  simulator.world.set({ rateLimitStatus: 429 });
  simulator.world.limits.exhaust("user 1", "core", nowMs, simulator.world.switches);
  assert.equal((await ask(simulator, hello)).status, 429);
});

test("callers without a token share a small limit", async () => {
  await using simulator = await startGithubSimulator({ switches: { anonymousPerWindow: 1 } });
  assert.equal((await ask(simulator, hello, { token: null })).status, 200);
  const refused = await ask(simulator, hello, { token: null });
  assert.match(
    `${refused.status} ${String(at(refused.json, "message"))}`,
    /^403 API rate limit exceeded for 127\.0\.0\.1\./,
  );
});

test("the secondary limit sends retry-after while the primary one has requests left, for content first", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  await using simulator = await startGithubSimulator({ nowMs: () => nowMs, switches: { contentPerMinute: 1 } });
  const create = (): Promise<Reply> => ask(simulator, `${hello}/issues`, { method: "POST", body: { title: "x" } });
  assert.equal((await create()).status, 201);
  const refused = await create();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [403, "60"]);
  assert.match(String(at(refused.json, "message")), /^You have exceeded a secondary rate limit/);
  assert.notEqual(limit(refused, "remaining"), "0");
  assert.equal((await ask(simulator, hello)).status, 200);
  nowMs += 60_001;
  assert.equal((await create()).status, 201);
  simulator.world.set({ secondaryRetryAfterSeconds: 0 });
  await control(simulator, "secondary-limit", { login: "octocat", seconds: 5 });
  const bare = await ask(simulator, hello);
  assert.deepEqual([bare.status, bare.headers.get("retry-after")], [403, null]);
  assert.equal(simulator.ledger.effects.length, 2);
});

test("a conditional read is 304 without a body and isn't counted; a change creates a new tag", async () => {
  await using simulator = await startGithubSimulator();
  const path = `${hello}/issues/1`;
  const first = await ask(simulator, path);
  const etag = first.headers.get("etag") ?? "";
  assert.match(etag, /^W\/"[0-9a-f]{64}"$/);
  for (const held of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
    const same = await ask(simulator, path, { headers: { "if-none-match": held } });
    assert.deepEqual([same.status, same.text, same.headers.get("etag")], [304, "", etag]);
    assert.equal(limit(same, "used"), "1");
  }
  const modified = first.headers.get("last-modified") ?? "";
  assert.equal((await ask(simulator, path, { headers: { "if-modified-since": modified } })).status, 304);
  assert.equal((await ask(simulator, path, { headers: { "if-none-match": '"other"' } })).status, 200);
  await ask(simulator, path, { method: "PATCH", body: { title: "Changed" } });
  const changed = await ask(simulator, path, { headers: { "if-none-match": etag } });
  assert.deepEqual([changed.status, at(changed.json, "title")], [200, "Changed"]);
  const another = await ask(simulator, path, { token: simulator.tokens.revoked, headers: { "if-none-match": "*" } });
  assert.equal(another.status, 401);
});

test("headers list the granted and the accepted scopes, or permissions for a GitHub App", async () => {
  await using simulator = await startGithubSimulator();
  const reply = await ask(simulator, `${hello}/issues`, { token: simulator.tokens.octocatPublic });
  assert.equal(reply.headers.get("x-oauth-scopes"), "public_repo");
  assert.equal(reply.headers.get("x-accepted-oauth-scopes"), "repo");
  assert.match(reply.headers.get("x-github-request-id") ?? "", /^[0-9A-F]{4}(?::[0-9A-F]{6,8}){4}$/);
  assert.equal(reply.headers.get("x-github-api-version-selected"), "2022-11-28");
  const app = await ask(simulator, `${hello}/issues`, { token: simulator.tokens.octocatApp });
  assert.equal(app.headers.get("x-oauth-scopes"), "");
  assert.equal(app.headers.get("x-accepted-github-permissions"), "issues=read");
  const hidden = await ask(simulator, "/repos/octocat/secret-garden", { token: simulator.tokens.octocatPublic });
  assert.equal(hidden.headers.get("x-accepted-oauth-scopes"), "repo");
});

test("requires a user agent, and checks media type and version", async () => {
  await using simulator = await startGithubSimulator();
  const bare = await new Promise<number | undefined>((resolve, reject) => {
    request(`${simulator.url}/rate_limit`, ({ statusCode }) => {
      resolve(statusCode);
    })
      .on("error", reject)
      .end();
  });
  assert.equal(bare, 403);
  const html = await ask(simulator, hello, { headers: { accept: "text/html" } });
  assert.deepEqual(
    [html.status, at(html.json, "message")],
    [415, "Unsupported 'Accept' header: 'text/html'. Must accept 'application/json'."],
  );
  for (const type of ["application/vnd.github+json", "application/vnd.github.v3+json", "text/html, */*;q=0.1"]) {
    assert.equal((await ask(simulator, hello, { headers: { accept: type } })).status, 200, type);
  }
  const version = (name: string): Promise<Reply> =>
    ask(simulator, `${hello}/issues/1`, { headers: { "x-github-api-version": name } });
  assert.equal((await version("2001-01-01")).status, 400);
  const newest = await version("2026-03-10");
  assert.deepEqual(
    [at(newest.json, "assignee"), newest.headers.get("x-github-api-version-selected")],
    [undefined, "2026-03-10"],
  );
  assert.equal(at((await version("2022-11-28")).json, "assignee.login"), "octocat");
});

test("control commands change the state from outside, and reset restores it", async () => {
  await using simulator = await startGithubSimulator();
  await control(simulator, "switches", { corePerWindow: 7 });
  await control(simulator, "rename-repository", { repository: "octocat/attic", name: "loft" });
  await control(simulator, "exhaust", { login: "hubot", resource: "core" });
  assert.equal((await ask(simulator, "/repos/octocat/attic")).status, 301);
  assert.equal((await ask(simulator, hello, { token: simulator.tokens.hubot })).status, 403);
  const issued = await control(simulator, "issue-token", {
    login: "hubot",
    client_id: "Iv23liSimulatedGhApp",
    scopes: "",
  });
  assert.match(String(at(issued.json, "refresh_token")), /^ghr_/);
  await control(simulator, "revoke-token", { token: simulator.tokens.octocat });
  assert.equal((await ask(simulator, hello)).status, 401);
  for (const [name, body] of [
    ["switches", { nope: 1 }],
    ["exhaust", { login: "hubot", resource: "x" }],
    ["revoke-token", { token: "x" }],
  ] as const) {
    assert.equal((await control(simulator, name, body)).status, 400, name);
  }
  await control(simulator, "reset", {});
  const back = await ask(simulator, hello);
  assert.deepEqual([back.status, limit(back, "limit")], [200, "5000"]);
  assert.equal((await ask(simulator, "/repos/octocat/attic")).status, 200);
  const [first] = simulator.ledger.requests;
  assert.equal(first?.headers["authorization"], "octocat");
});

async function control(
  simulator: GithubSimulator,
  name: string,
  body: unknown,
): Promise<{ status: number; json: unknown }> {
  const headers = { "x-simulator-control": "1" };
  const response = await fetch(`${simulator.url}/__simulator/${name}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
