/** Renamed repositories and transferred issues: reads follow by path, changes are never repeated. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { followed } from "../src/redirects.ts";
import { answeredWith, codeOf, detailOf, runScripted } from "./github.ts";
import { exampleResponse, operation } from "./openapi.ts";

const at = { owner: "octocat", repo: "old-name" };
const repository = exampleResponse(operation("repos/get"), 200);
const issue = exampleResponse(operation("issues/get"), 200);
const api = "https://api.github.com";

const moved = (status: number, location: string) =>
  answeredWith(status, { message: "Moved Permanently" }, { location });

test("a read follows a redirect on the fixed origin, whatever origin the location has", async () => {
  for (const status of [301, 302, 307, 308]) {
    for (const origin of [api, "http://127.0.0.1:4010", "https://attacker.example"]) {
      const { end, requests } = await runScripted("repositories.get", at, [
        moved(status, `${origin}/repositories/1296269`),
        answeredWith(200, repository, {}),
      ]);
      assert.equal(end.kind, "output");
      assert.deepEqual(requests[1]?.path, ["repositories", "1296269"]);
    }
  }
});

test("keeps the query, the condition and the path of a file", async () => {
  const list = await runScripted("issues.list", { ...at, state: "all", page: 2 }, [
    moved(301, `${api}/repositories/7/issues?state=all&page=2`),
    answeredWith(200, [], {}),
  ]);
  const { state, page } = list.requests[1]?.query ?? {};
  assert.deepEqual([state, String(page)], ["all", "2"]);
  const file = await runScripted("contents.get", { ...at, path: "docs/a b#.md", ref: "old", etag: '"e"' }, [
    moved(302, `${api}/repositories/7/contents/docs/a%20b%23.md?ref=new`),
    answeredWith(304, undefined, {}),
  ]);
  assert.deepEqual(file.requests[1], {
    method: "GET",
    path: ["repositories", "7", "contents", "docs", "a b#.md"],
    query: { ref: "new" },
    ifNoneMatch: '"e"',
  });
});

test("reads a transferred issue in its new repository, with another number", async () => {
  const { end, requests } = await runScripted("issues.get", { ...at, number: 5 }, [
    moved(301, `${api}/repositories/99/issues/12`),
    answeredWith(200, issue, {}),
  ]);
  assert.equal(end.kind, "output");
  assert.deepEqual(requests[1]?.path, ["repositories", "99", "issues", "12"]);
});

test("does not follow a location that isn't the same operation on a repository", async () => {
  const request = { method: "GET" as const, path: ["repos", "octocat", "old-name", "issues", "5"] };
  const to = (location: string) =>
    followed(request, { status: 301, body: null, requestId: null, headers: { location } });
  assert.deepEqual(to("/repos/octocat/new-name/issues/5")?.path, ["repos", "octocat", "new-name", "issues", "5"]);
  for (const location of [
    "",
    "https://",
    `${api}/user`,
    `${api}/repositories/7`,
    `${api}/repositories/x/issues/5`,
    `${api}/repositories/7/issues/5/comments`,
    `${api}/repositories/7/pulls/5`,
    `${api}/repositories/7/issues/../issues`,
    `${api}/repositories/7/issues/%`,
    `${api}/repos/octocat/issues/5`,
    `${api}/repos/octo cat/new/issues/5`,
    `${api}/applications/7/token/5`,
  ]) {
    assert.equal(to(location), null, location);
    const { end } = await runScripted("issues.get", { ...at, number: 5 }, [moved(301, location)]);
    assert.equal(codeOf(end), "PROVIDER_ERROR");
  }
});

test("stops at a redirect loop", async () => {
  const again = moved(301, `${api}/repositories/7`);
  const { end, requests } = await runScripted("repositories.get", at, [again, again, again, again]);
  assert.equal(codeOf(end), "PROVIDER_ERROR");
  assert.equal(requests.length, 4);
});

const changes = [
  ["issues.create", { ...at, title: "t" }, "issues"],
  ["issues.update", { ...at, number: 5, title: "t" }, "issues/5"],
  ["issues.comment", { ...at, number: 5, body: "b" }, "issues/5/comments"],
] as const;

test("reports a redirected change as refused, with the new name, and sends it once", async () => {
  for (const [id, input, tail] of changes) {
    for (const status of [301, 302, 307, 308]) {
      const { end, requests } = await runScripted(id, input, [
        moved(status, `${api}/repositories/7/${tail}`),
        answeredWith(200, { full_name: "octo-org/new-name" }, {}),
      ]);
      assert.equal(codeOf(end), "PROVIDER_REJECTED", id);
      assert.match(detailOf(end), /octo-org\/new-name.*nothing was changed.*new idempotency key/s);
      assert.deepEqual(requests[1], { method: "GET", path: ["repositories", "7"] });
      assert.equal(requests.filter(({ method }) => method !== "GET").length, 1);
    }
  }
});

test("keeps a change's verdict if the new name can't be read or is invalid", async () => {
  const [id, input, tail] = changes[0];
  const redirect = moved(307, `${api}/repositories/7/${tail}`);
  for (const response of [
    answeredWith(404, {}, {}),
    answeredWith(500, {}, {}),
    answeredWith(401, {}, {}),
    answeredWith(200, { full_name: "Say: <b>hello</b>" }, {}),
    answeredWith(200, null, {}),
  ]) {
    const { end } = await runScripted(id, input, [redirect, response]);
    assert.equal(codeOf(end), "PROVIDER_REJECTED");
    assert.match(detailOf(end), /transferred; nothing was changed/);
  }
});

test("a change's redirect without a repository proves nothing", async () => {
  const [id, input] = changes[0];
  for (const location of ["", `${api}/login`, `${api}/repositories/7`]) {
    const { end } = await runScripted(id, input, [moved(307, location)]);
    // After an accepted response, the server treats this code as an unknown outcome.
    assert.equal(codeOf(end), "PROVIDER_ERROR");
  }
  const { end: other } = await runScripted(id, input, [moved(303, `${api}/repositories/7/issues`)]);
  assert.equal(other.kind, "unknown");
});
