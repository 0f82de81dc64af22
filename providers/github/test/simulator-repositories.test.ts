/** The user, repositories, pull requests: formats, hidden resources and redirects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startGithubSimulator } from "../simulator/index.ts";
import { ask, at, each } from "./simulator-openapi.ts";

test("the user: private fields with read:user, the public profile without it, 401 without a valid token", async () => {
  await using simulator = await startGithubSimulator();
  const { octocat, octocatNoScope, octocatApp, revoked } = simulator.tokens;
  const user = await ask(simulator, "/user", { token: octocat });
  assert.deepEqual(
    [at(user.json, "login"), at(user.json, "id"), at(user.json, "user_view_type")],
    ["octocat", 1, "private"],
  );
  const plain = await ask(simulator, "/user", { token: octocatNoScope });
  assert.deepEqual([at(plain.json, "user_view_type"), at(plain.json, "plan")], ["public", undefined]);
  assert.equal(at((await ask(simulator, "/user", { token: octocatApp })).json, "user_view_type"), "private");
  for (const token of [revoked, `${octocat}x`]) {
    const refused = await ask(simulator, "/user", { token });
    assert.deepEqual([refused.status, at(refused.json, "message")], [401, "Bad credentials"]);
  }
  const anonymous = await ask(simulator, "/user", { token: null });
  assert.deepEqual([anonymous.status, at(anonymous.json, "message")], [401, "Requires authentication"]);
  const old = await ask(simulator, "/user", { token: null, headers: { authorization: `token ${octocat}` } });
  assert.equal(old.status, 200);
  const basic = await ask(simulator, "/user", { token: null, headers: { authorization: `Basic ${octocat}` } });
  assert.equal(basic.status, 401);
});

test("the user's repositories, filtered by scopes and kind, and sorted", async () => {
  await using simulator = await startGithubSimulator();
  const list = async (query = "", token = simulator.tokens.octocat): Promise<unknown[]> =>
    each((await ask(simulator, `/user/repos${query}`, { token })).json, "full_name");
  const open = ["octo-org/handbook", "octocat/attic", "octocat/blank", "octocat/hello-world", "octocat/quiet"];
  assert.deepEqual(await list(), [...open.slice(0, 1), "octo-org/rocket", ...open.slice(1), "octocat/secret-garden"]);
  assert.deepEqual(await list("", simulator.tokens.octocatPublic), open);
  assert.deepEqual(await list("?visibility=private&direction=desc"), ["octocat/secret-garden", "octo-org/rocket"]);
  assert.deepEqual(await list("?type=member"), ["octo-org/handbook", "octo-org/rocket"]);
  assert.deepEqual(await list("?affiliation=collaborator", simulator.tokens.hubot), [
    "octocat/hello-world",
    "octocat/secret-garden",
  ]);
  assert.deepEqual(await list("", simulator.tokens.monalisaApp), []);
  const clash = await ask(simulator, "/user/repos?type=owner&visibility=all");
  assert.equal(clash.status, 422);
  assert.equal((await ask(simulator, "/user/repos?sort=nonsense")).status, 422);
});

test("a repository by name in any case and by id; hidden ones are 404 as if they didn't exist", async () => {
  await using simulator = await startGithubSimulator();
  const { hubot, monalisa, octocatPublic, octocatApp, monalisaApp } = simulator.tokens;
  const repository = await ask(simulator, "/repos/OctoCat/Hello-World");
  assert.equal(at(repository.json, "full_name"), "octocat/hello-world");
  const byId = await ask(simulator, "/repositories/1296269");
  assert.deepEqual(byId.json, repository.json);
  assert.equal(at((await ask(simulator, "/repos/hubot/hello-world")).json, "parent.full_name"), "octocat/hello-world");
  const absent = await ask(simulator, "/repos/octocat/nothing");
  const garden = "/repos/octocat/secret-garden";
  for (const token of [monalisa, octocatPublic, monalisaApp, null]) {
    const hidden = await ask(simulator, garden, { token });
    assert.deepEqual([hidden.status, hidden.json], [404, absent.json]);
  }
  for (const token of [hubot, octocatApp]) assert.equal((await ask(simulator, garden, { token })).status, 200);
  const rocket = await ask(simulator, "/repos/octo-org/rocket", { token: hubot });
  assert.deepEqual([at(rocket.json, "permissions.push"), at(rocket.json, "permissions.admin")], [true, false]);
  assert.equal(at(rocket.json, "organization.login"), "octo-org");
  assert.equal((await ask(simulator, "/repos/octocat/hello-world", { token: null })).status, 200);
  for (const path of ["/repos/octocat/hello-world/", "/nothing", "/repos/octocat/%E0%A4%A"]) {
    assert.equal((await ask(simulator, path)).status, 404, path);
  }
});

test("a former name: 301 for reads, 307 for writes, to the address by id, and 404 for callers who can't see it", async () => {
  await using simulator = await startGithubSimulator();
  const moved = await ask(simulator, "/repos/octo-org/Missile");
  const url = `${simulator.url}/repositories/1296275`;
  assert.deepEqual([moved.status, moved.headers.get("location")], [301, url]);
  assert.deepEqual(at(moved.json, "message"), "Moved Permanently");
  assert.equal(at(moved.json, "url"), url);
  assert.match(String(at(moved.json, "documentation_url")), /#follow-redirects$/);
  const listed = await ask(simulator, "/repos/octo-org/missile/issues?state=all&per_page=5");
  assert.equal(listed.headers.get("location"), `${url}/issues?state=all&per_page=5`);
  const written = await ask(simulator, "/repos/octo-org/missile/issues", { method: "POST", body: { title: "x" } });
  assert.deepEqual([written.status, written.headers.get("location")], [307, `${url}/issues`]);
  assert.equal((await ask(simulator, "/repos/octo-org/missile", { token: simulator.tokens.monalisa })).status, 404);
  assert.deepEqual(simulator.ledger.effects, []);
  const followed = await ask(simulator, "/repositories/1296275/issues");
  assert.equal(followed.status, 200);
  simulator.world.renameRepository("octocat/quiet", "loud");
  assert.equal((await ask(simulator, "/repos/octocat/quiet")).status, 301);
});

test("pull requests: lists by state, base and head; one as JSON and as a diff", async () => {
  await using simulator = await startGithubSimulator();
  const pulls = "/repos/octocat/hello-world/pulls";
  const list = async (query: string): Promise<unknown[]> =>
    each((await ask(simulator, `${pulls}${query}`)).json, "number");
  assert.deepEqual(await list(""), [8, 6]);
  assert.deepEqual(await list("?state=all&direction=asc"), [6, 7, 8, 9]);
  assert.deepEqual(await list("?state=all&head=hubot:new-topic"), [6]);
  assert.deepEqual(await list("?base=elsewhere"), []);
  assert.equal((await ask(simulator, `${pulls}?state=nonsense`)).status, 422);
  const one = await ask(simulator, `${pulls}/6`);
  assert.deepEqual(
    [at(one.json, "mergeable"), at(one.json, "head.label"), at(one.json, "merged")],
    [true, "hubot:new-topic", false],
  );
  assert.equal(at((await ask(simulator, `${pulls}/7`)).json, "merged_by.login"), "octocat");
  assert.equal(at((await ask(simulator, `${pulls}/9`)).json, "head.repo"), null);
  assert.notEqual(at(one.json, "id"), at((await ask(simulator, "/repos/octocat/hello-world/issues/6")).json, "id"));
  for (const absent of ["1", "999", "x", "-1"]) assert.equal((await ask(simulator, `${pulls}/${absent}`)).status, 404);
  const diff = await ask(simulator, `${pulls}/6`, { headers: { accept: "application/vnd.github.diff" } });
  assert.match(diff.text, /^diff --git /);
  assert.match(diff.headers.get("content-type") ?? "", /vnd\.github\.diff/);
});
