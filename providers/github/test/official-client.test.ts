/** GitHub's official client, `octokit`, works with the simulator as with GitHub. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Octokit } from "../../../judges/vendors/octokit.ts";
import { startGithubSimulator } from "../simulator/index.ts";
import type { GithubSimulator } from "../simulator/index.ts";

const hello = { owner: "octocat", repo: "hello-world" };

interface Waits {
  readonly octokit: Octokit;
  readonly limits: { kind: "primary" | "secondary"; seconds: number }[];
}

/**
 * A client without retries. It throttles only in the test of throttling, because the plugin spaces requests seconds
 * apart.
 */
function clientOf(simulator: GithubSimulator, auth = simulator.tokens.octocat, enabled = false): Waits {
  const limits: Waits["limits"] = [];
  const note = (kind: "primary" | "secondary") => (seconds: number) => {
    limits.push({ kind, seconds });
    return false;
  };
  const throttle = { enabled, onRateLimit: note("primary"), onSecondaryRateLimit: note("secondary") };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const octokit = new Octokit({ auth, baseUrl: simulator.url, throttle, retry: { enabled: false }, log });
  return { octokit, limits };
}

test("the user and repositories", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit } = clientOf(simulator);
  assert.equal((await octokit.rest.users.getAuthenticated()).data.login, "octocat");
  const mine = await octokit.rest.repos.listForAuthenticatedUser({ visibility: "private" });
  assert.deepEqual(
    mine.data.map(({ full_name }) => full_name),
    ["octo-org/rocket", "octocat/secret-garden"],
  );
  assert.equal((await octokit.rest.repos.get(hello)).data.default_branch, "main");
});

test("follows a former name, for a read and for a write", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit } = clientOf(simulator);
  const missile = { owner: "octo-org", repo: "missile" };
  assert.equal((await octokit.rest.repos.get(missile)).data.full_name, "octo-org/rocket");
  const created = await octokit.rest.issues.create({ ...missile, title: "After the move" });
  assert.equal(created.data.repository_url, `${simulator.url}/repos/octo-org/rocket`);
  assert.equal(simulator.ledger.effects.length, 1);
});

test("issues: list, get, create, update, comment", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit } = clientOf(simulator);
  const listed = await octokit.rest.issues.listForRepo({ ...hello, labels: "bug", state: "all" });
  assert.deepEqual(
    listed.data.map(({ number }) => number),
    [6, 1],
  );
  const created = await octokit.rest.issues.create({
    ...hello,
    title: "By octokit",
    labels: ["bug"],
    assignees: ["hubot"],
  });
  const which = { ...hello, issue_number: created.data.number };
  const updated = await octokit.rest.issues.update({ ...which, state: "closed", state_reason: "not_planned" });
  assert.deepEqual([updated.data.state, updated.data.state_reason], ["closed", "not_planned"]);
  const comment = await octokit.rest.issues.createComment({ ...which, body: "Done" });
  const comments = await octokit.rest.issues.listComments(which);
  assert.deepEqual(comments.data, [comment.data]);
  assert.equal((await octokit.rest.issues.get(which)).data.comments, 1);
  assert.deepEqual(
    simulator.ledger.effects.map(({ kind }) => kind),
    ["issue.create", "issue.update", "comment.create"],
  );
});

test("pull requests, contents, search", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit } = clientOf(simulator);
  const pulls = await octokit.rest.pulls.list(hello);
  assert.deepEqual(
    pulls.data.map(({ number }) => number),
    [8, 6],
  );
  const pull = await octokit.rest.pulls.get({ ...hello, pull_number: 6 });
  assert.equal(pull.data.head.repo.full_name, "hubot/hello-world");
  const { data: file } = await octokit.rest.repos.getContent({
    ...hello,
    path: "docs/a file with spaces & ümlauts.md",
  });
  assert.ok(!Array.isArray(file) && file.type === "file");
  assert.equal(Buffer.from(file.content, "base64").toString(), "here\n");
  const root = await octokit.rest.repos.getContent({ ...hello, path: "" });
  assert.ok(Array.isArray(root.data) && root.data.length === 9);
  const found = await octokit.rest.search.issuesAndPullRequests({
    q: "problem repo:octocat/hello-world",
    advanced_search: "true",
  });
  assert.deepEqual([found.data.total_count, found.data.items[0]?.number], [1, 1]);
});

test("paginate follows every page by its link headers", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit } = clientOf(simulator);
  const all = await octokit.paginate(octokit.rest.issues.listForRepo, { ...hello, state: "all", per_page: 10 });
  assert.equal(new Set(all.map(({ number }) => number)).size, 43);
  const q = "repo:octocat/hello-world is:issue";
  const found = await octokit.paginate("GET /search/issues", { q, per_page: 20 });
  assert.equal(found.length, 39);
  assert.equal(simulator.ledger.requests.length, 5 + 2);
});

test("reports refusals and 304 as the client's errors", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit } = clientOf(simulator);
  const statusOf = async (sent: Promise<unknown>): Promise<number> => {
    const error: unknown = await sent.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return (error as { status?: number } | undefined)?.status ?? 0;
  };
  const first = await octokit.rest.repos.get(hello);
  const headers = { "if-none-match": first.headers.etag ?? "" };
  assert.equal(await statusOf(octokit.rest.repos.get({ ...hello, headers })), 304);
  assert.equal(await statusOf(octokit.rest.repos.get({ owner: "monalisa", repo: "diary" })), 404);
  assert.equal(await statusOf(octokit.rest.issues.create({ owner: "octocat", repo: "quiet", title: "x" })), 410);
  assert.equal(await statusOf(octokit.rest.issues.create({ ...hello, title: "" })), 422);
  const revoked = clientOf(simulator, simulator.tokens.revoked);
  assert.equal(await statusOf(revoked.octokit.rest.users.getAuthenticated()), 401);
});

test("the throttling plugin reads both limits from the headers", async () => {
  await using simulator = await startGithubSimulator();
  const { octokit, limits } = clientOf(simulator, simulator.tokens.octocat, true);
  const { world } = simulator;
  world.limits.block("user 1", Date.now() + 60_000);
  await assert.rejects(octokit.rest.repos.get(hello), { status: 403 });
  assert.deepEqual(limits, [{ kind: "secondary", seconds: 60 }]);
  world.limits.clear();
  world.limits.exhaust("user 1", "core", Date.now(), world.switches);
  await assert.rejects(octokit.rest.repos.get(hello), { status: 403 });
  assert.equal(limits[1]?.kind, "primary");
  assert.ok((limits[1]?.seconds ?? 0) > 3_500);
});
