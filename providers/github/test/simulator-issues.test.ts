/** Issues and comments: lists, pages, writes, and refusals in GitHub's words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startGithubSimulator } from "../simulator/index.ts";
import type { GithubSimulator, TokenName } from "../simulator/index.ts";
import { ask, at, each } from "./simulator-openapi.ts";
import type { Reply } from "./simulator-openapi.ts";

const issues = "/repos/octocat/hello-world/issues";
const numbers = async (simulator: GithubSimulator, query: string): Promise<unknown[]> =>
  each((await ask(simulator, `${issues}${query}`)).json, "number");

function write(simulator: GithubSimulator, path: string, body: unknown, as: TokenName = "octocat"): Promise<Reply> {
  const method = /\/issues\/\d+$/.test(path) ? "PATCH" : "POST";
  return ask(simulator, path, { method, body, token: simulator.tokens[as] });
}

const said = ({ status, json }: Reply): string => `${status} ${String(at(json, "message"))}`;

test("lists include pull requests, newest first, filtered and sorted as documented", async () => {
  await using simulator = await startGithubSimulator();
  const first = await ask(simulator, `${issues}?per_page=100`);
  assert.deepEqual(each(first.json, "number").slice(0, 3), [44, 43, 42]);
  assert.deepEqual(each(first.json, "pull_request").filter(Boolean).length, 2);
  assert.deepEqual(await numbers(simulator, "?state=closed&per_page=4"), [45, 40, 35, 30]);
  assert.deepEqual(await numbers(simulator, "?labels=Bug,good%20first%20issue"), [1]);
  assert.deepEqual(await numbers(simulator, "?labels=bug&direction=asc"), [1, 6]);
  assert.deepEqual(await numbers(simulator, "?assignee=hubot"), [1]);
  assert.deepEqual(await numbers(simulator, "?assignee=*&sort=updated"), [6, 1]);
  assert.deepEqual(await numbers(simulator, "?milestone=1&state=all"), [6, 1]);
  assert.deepEqual(await numbers(simulator, "?creator=monalisa&state=all"), [9, 1]);
  assert.deepEqual(await numbers(simulator, "?mentioned=hubot"), [1]);
  assert.deepEqual(await numbers(simulator, "?sort=comments&per_page=1"), [1]);
  assert.deepEqual(await numbers(simulator, "?since=2025-11-06T00:00:00Z&state=all"), [9, 7]);
  for (const query of ["?state=x", "?milestone=9", "?since=x", "?sort=x"]) {
    assert.equal((await ask(simulator, `${issues}${query}`)).status, 422, query);
  }
});

test("pages have link headers by repository id that keep the query", async () => {
  await using simulator = await startGithubSimulator();
  const linksOf = async (query: string): Promise<Record<string, string>> => {
    const link = (await ask(simulator, `${issues}${query}`)).headers.get("link") ?? "";
    return Object.fromEntries(
      // The link to the next page of issues also has a cursor.
      [...link.matchAll(/<([^>]+?)(?:&after=[^>&]+)?>; rel="(\w+)"/g)].map(([, url = "", rel = ""]) => [rel, url]),
    );
  };
  const url = (page: number): string =>
    `${simulator.url}/repositories/1296269/issues?state=all&per_page=20&page=${page}`;
  assert.deepEqual(await linksOf("?state=all&per_page=20"), { next: url(2), last: url(3) });
  assert.deepEqual(await linksOf("?state=all&per_page=20&page=2"), {
    prev: url(1),
    next: url(3),
    last: url(3),
    first: url(1),
  });
  assert.deepEqual(await linksOf("?state=all&per_page=20&page=3"), { prev: url(2), first: url(1) });
  assert.deepEqual(await linksOf("?state=all&per_page=100"), {});
  assert.deepEqual(await numbers(simulator, "?page=9"), []);
  assert.equal((await numbers(simulator, "?state=all")).length, 30);
  assert.equal((await numbers(simulator, "?state=all&per_page=1000")).length, 43);
});

test("reads one issue, including a transferred, deleted or disabled one, or a pull request", async () => {
  await using simulator = await startGithubSimulator();
  const one = await ask(simulator, `${issues}/1`);
  assert.deepEqual(each(at(one.json, "assignees"), "login"), ["octocat", "hubot"]);
  assert.deepEqual([at(one.json, "milestone.title"), at(one.json, "comments")], ["v1.0", 2]);
  assert.equal(at((await ask(simulator, `${issues}/3`)).json, "user"), null);
  const moved = await ask(simulator, `${issues}/4/comments`);
  assert.deepEqual(
    [moved.status, moved.headers.get("location")],
    [301, `${simulator.url}/repositories/1296275/issues/2/comments`],
  );
  assert.equal(at((await ask(simulator, "/repositories/1296275/issues/2")).json, "title"), "Belongs elsewhere");
  assert.equal((await ask(simulator, `${issues}/4`, { token: simulator.tokens.monalisa })).status, 404);
  assert.equal(said(await ask(simulator, `${issues}/5`)), "410 This issue was deleted");
  const quiet = "/repos/octocat/quiet/issues";
  assert.equal((await ask(simulator, `${quiet}/2`)).status, 410);
  assert.equal((await ask(simulator, `${quiet}/1`)).status, 200);
  assert.deepEqual(each((await ask(simulator, quiet)).json, "number"), [1]);
  assert.equal(said(await write(simulator, quiet, { title: "x" })), "410 Issues has been disabled in this repository.");
  assert.equal((await ask(simulator, `${issues}/999`)).status, 404);
  const html = await ask(simulator, `${issues}/1/comments`, {
    headers: { accept: "application/vnd.github.html+json" },
  });
  assert.match(String(at(html.json, "1.body_html")), /&lt;b&gt;/);
  assert.equal(at(html.json, "1.body"), undefined);
});

test("create, update and comment take effect once, and the ledger records it", async () => {
  await using simulator = await startGithubSimulator();
  const input = { title: "New", body: "text", labels: ["bug", "made"], assignees: ["hubot"], milestone: 1 };
  const created = await write(simulator, issues, input);
  assert.deepEqual([created.status, at(created.json, "number"), at(created.json, "state")], [201, 46, "open"]);
  assert.equal(created.headers.get("location"), at(created.json, "url"));
  assert.deepEqual(each(at(created.json, "labels"), "name"), ["bug", "made"]);
  const closed = await write(simulator, `${issues}/46`, {
    state: "closed",
    state_reason: "not_planned",
    milestone: null,
  });
  assert.deepEqual(
    ["state", "state_reason", "milestone", "title", "closed_by.login"].map((path) => at(closed.json, path)),
    ["closed", "not_planned", null, "New", "octocat"],
  );
  const again = await write(simulator, `${issues}/46`, { state: "open", labels: [], assignees: [], body: null });
  assert.deepEqual(
    ["state", "state_reason", "closed_at", "body"].map((path) => at(again.json, path)),
    ["open", "reopened", null, null],
  );
  assert.deepEqual([at(again.json, "labels"), at(again.json, "assignees")], [[], []]);
  const comment = await write(simulator, `${issues}/46/comments`, { body: "Me too" }, "octocatApp");
  assert.deepEqual([comment.status, at(comment.json, "performed_via_github_app.name")], [201, "Simulated GitHub App"]);
  assert.deepEqual(
    simulator.ledger.effects.map(({ kind, repository, number }) => [kind, repository, number]),
    ["issue.create", "issue.update", "issue.update", "comment.create"].map((kind) => [kind, "octocat/hello-world", 46]),
  );
});

test("drops labels and similar fields without push access, and rejects changes to others' issues", async () => {
  await using simulator = await startGithubSimulator();
  const input = { title: "From outside", labels: ["bug"], assignees: ["octocat"], milestone: 1 };
  const created = await write(simulator, issues, input, "monalisa");
  assert.deepEqual(
    ["labels", "assignees", "milestone"].map((path) => at(created.json, path)),
    [[], [], null],
  );
  assert.equal((await write(simulator, `${issues}/46`, { title: "Mine" }, "monalisa")).status, 200);
  assert.equal(
    said(await write(simulator, `${issues}/2`, { title: "x" }, "monalisa")),
    "403 Must have admin rights to Repository.",
  );
  const locked = await write(simulator, `${issues}/2/comments`, { body: "x" }, "monalisa");
  assert.equal(said(locked), "403 Unable to create comment because issue is locked.");
  assert.equal((await write(simulator, `${issues}/2/comments`, { body: "x" })).status, 201);
});

test("rejects writes without the scope, the installation or a token, and in archived and others' private repositories", async () => {
  await using simulator = await startGithubSimulator();
  const title = { title: "x" };
  assert.equal((await write(simulator, issues, title, "octocatNoScope")).status, 404);
  assert.equal((await write(simulator, issues, title, "octocatPublic")).status, 201);
  assert.equal((await write(simulator, "/repos/octocat/secret-garden/issues", title, "octocatPublic")).status, 404);
  assert.equal((await write(simulator, "/repos/octocat/secret-garden/issues", title, "hubot")).status, 201);
  assert.equal((await write(simulator, "/repos/monalisa/diary/issues", title)).status, 404);
  const uninstalled = await write(simulator, "/repos/hubot/hello-world/issues", title, "octocatApp");
  assert.equal(said(uninstalled), "403 Resource not accessible by integration");
  const archived = await write(simulator, "/repos/octocat/attic/issues", title);
  assert.equal(said(archived), "403 Repository was archived so is read-only.");
  const anonymous = await ask(simulator, issues, { method: "POST", token: null, body: title });
  assert.equal(said(anonymous), "401 Requires authentication");
  assert.equal(simulator.ledger.effects.length, 2);
});

test("rejects invalid bodies as documented, and changes nothing", async () => {
  await using simulator = await startGithubSimulator();
  const errorsOf = ({ json }: Reply): unknown => at(json, "errors.0");
  assert.equal(said(await write(simulator, issues, '{"title":')), "400 Problems parsing JSON");
  assert.equal(said(await write(simulator, issues, "[]")), "400 Body should be a JSON object");
  assert.match(said(await write(simulator, issues, {})), /^422 Invalid request\.\n\n"title" wasn't supplied\.$/);
  assert.match(said(await write(simulator, issues, { title: ["x"] })), /^422 Invalid request/);
  assert.match(said(await write(simulator, issues, { title: "x", labels: "bug" })), /^422 Invalid request/);
  assert.match(said(await write(simulator, `${issues}/1`, { state: "gone" })), /^422 Invalid request/);
  const blank = await write(simulator, issues, { title: " " });
  assert.deepEqual(errorsOf(blank), { resource: "Issue", field: "title", code: "missing_field" });
  const long = await write(simulator, issues, { title: "x".repeat(257) });
  assert.equal(at(errorsOf(long), "message"), "title is too long (maximum is 256 characters)");
  assert.equal((await write(simulator, `${issues}/1`, { body: "x".repeat(65_537) })).status, 422);
  const nobody = await write(simulator, issues, { title: "x", assignees: ["nobody"], labels: ["made"] });
  assert.deepEqual(errorsOf(nobody), { value: "nobody", resource: "Issue", field: "assignees", code: "invalid" });
  const nowhere = await write(simulator, `${issues}/1`, { milestone: 99 });
  assert.deepEqual(errorsOf(nowhere), { value: 99, resource: "Issue", field: "milestone", code: "invalid" });
  const empty = await write(simulator, `${issues}/1/comments`, { body: "" });
  assert.equal(at(errorsOf(empty), "message"), "Body cannot be blank");
  assert.match(said(await write(simulator, `${issues}/1/comments`, {})), /^422 Invalid request/);
  assert.deepEqual(simulator.ledger.effects, []);
  assert.equal(simulator.world.repository("octocat/hello-world").issues.size, 43);
});
