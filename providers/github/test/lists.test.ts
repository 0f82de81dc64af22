/** Pages: the requested one, and the next one from the `link` header. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { validateAgainst } from "@svc/contract/validation";
import { nextPageOf } from "../src/pages.ts";
import { actionOf, answeredWith, codeOf, runScripted } from "./github.ts";
import { exampleResponse, operation } from "./openapi.ts";
import { openSimulated } from "./simulated.ts";

const at = { owner: "octocat", repo: "hello-world" };

const link = (headers: Record<string, string>) => nextPageOf({ status: 200, body: [], requestId: null, headers });

test("reads the next page from the header, whatever the order of its links", () => {
  const next = '<https://api.github.com/repositories/1300192/issues?per_page=2&page=4>; rel="next"';
  const last = '<https://api.github.com/repositories/1300192/issues?per_page=2&page=515>; rel="last"';
  const prev = '<https://api.github.com/repositories/1300192/issues?page=2&per_page=2>; rel="prev"';
  assert.equal(link({ link: `${prev}, ${next}, ${last}` }), 4);
  assert.equal(link({ link: `${last}, ${next}` }), 4);
  assert.equal(link({ link: `${prev}, ${last}` }), null);
  assert.equal(link({ link: "" }), null);
  assert.equal(link({}), null);
  assert.equal(link({ link: '<https://api.github.com/x?page=7>; title="a"; rel=next' }), 7);
  assert.equal(link({ link: '<https://api.github.com/x?page=9>; rel="first next"' }), 9);
  assert.equal(link({ link: '<https://api.github.com/x?page=9>; rel="nextish"' }), null);
});

test("reports a next page without a number as a fault, not as the end", () => {
  for (const target of ["https://api.github.com/x?after=Y3Vyc29y", "https://api.github.com/x?page=0", "x?page=1e3"]) {
    assert.throws(() => link({ link: `<${target}>; rel="next"` }), /PROVIDER_ERROR/);
  }
});

test("lists send the given inputs with GitHub's names, and return their page's entries and the next page", async () => {
  const headers = { link: '<https://api.github.com/user/repos?page=3&per_page=5>; rel="next"' };
  const repositories = exampleResponse(operation("repos/list-for-authenticated-user"), 200);
  const first = await runScripted(
    "repositories.list",
    {
      visibility: "private",
      affiliation: ["owner", "collaborator"],
      sort: "pushed",
      direction: "desc",
      page: 2,
      perPage: 5,
    },
    [answeredWith(200, repositories, headers)],
  );
  const query = { visibility: "private", affiliation: "owner,collaborator", sort: "pushed", direction: "desc" };
  assert.deepEqual(first.requests, [
    { method: "GET", path: ["user", "repos"], query: { ...query, page: 2, per_page: 5 } },
  ]);
  assert.equal((first.output["repositories"] as unknown[]).length, (repositories as unknown[]).length);
  assert.equal(first.output["nextPage"], 3);

  const filters = { state: "all", assignee: "none", creator: "octocat", mentioned: "hubot", milestone: "7" };
  const since = "2026-03-10T09:00:00Z";
  const second = await runScripted(
    "issues.list",
    { ...at, ...filters, labels: ["bug", "ui"], since, sort: "comments" },
    [answeredWith(200, [], {})],
  );
  const [request] = second.requests;
  const sent = Object.entries(request?.query ?? {}).filter(([, value]) => value !== undefined);
  assert.deepEqual(Object.fromEntries(sent), { ...filters, labels: "bug,ui", since, sort: "comments" });
  assert.deepEqual(request?.path, ["repos", "octocat", "hello-world", "issues"]);
});

test("reads more issues than GitHub numbers, by the cursor of its links", async (t) => {
  const world = await openSimulated("octocat", { numberedIssuesMax: 20 });
  t.after(() => world.close());
  const list = async (page?: unknown) => {
    const input = { ...at, state: "all", perPage: 10, ...(page === undefined ? {} : { page }) };
    assert.ok(validateAgainst(actionOf("issues.list").input, input).ok, String(page));
    return await world.run("issues.list", input);
  };
  const numbers = new Set<number>();
  let page: unknown;
  do {
    const end = await list(page);
    assert.equal(end.kind, "output", JSON.stringify(end));
    const output = (end.kind === "output" ? end.output : {}) as { issues: { number: number }[]; nextPage: unknown };
    for (const { number } of output.issues) numbers.add(number);
    page = output.nextPage;
  } while (page !== null);
  assert.ok(numbers.size > 40, String(numbers.size));
  assert.equal(codeOf(await list(3)), "PROVIDER_REJECTED", "GitHub itself refuses the number");
});

test("one odd entry doesn't cost a page of issues", async () => {
  const [issue] = exampleResponse(operation("issues/list-for-repo"), 200) as Record<string, unknown>[];
  const { output } = await runScripted("issues.list", at, [answeredWith(200, [issue, { ...issue, number: "7" }], {})]);
  assert.deepEqual([(output["issues"] as unknown[]).length, output["unreadable"]], [1, 1]);
});

test("says that a directory has more entries than GitHub returns", async () => {
  const file = { type: "file", name: "a", path: "a", sha: "0", size: 1, html_url: null };
  for (const [count, isCut] of [
    [999, false],
    [1000, true],
  ] as const) {
    const entries = Array.from({ length: count }, () => file);
    const { output } = await runScripted("contents.get", at, [answeredWith(200, entries, {})]);
    assert.equal(Object(output["contents"]).entriesIncomplete, isCut);
  }
});

test("returns an empty page", async () => {
  for (const [id, name] of [
    ["repositories.list", "repositories"],
    ["issues.list", "issues"],
    ["pulls.list", "pulls"],
  ] as const) {
    const { end } = await runScripted(id, id === "repositories.list" ? {} : at, [answeredWith(200, [], {})]);
    assert.deepEqual(end, { kind: "output", output: { [name]: [], unreadable: 0, nextPage: null } });
  }
});

test("the search returns its totals, and reports results that all have fields of another type as a fault", async () => {
  const example = exampleResponse(operation("search/issues-and-pull-requests"), 200) as {
    items: Record<string, unknown>[];
  };
  const query = "repo:octocat/hello-world is:issue crash";
  const found = await runScripted("search.issues", { query, sort: "created", order: "asc", page: 2 }, [
    answeredWith(200, { ...example, total_count: 1001, incomplete_results: true }, {}),
  ]);
  assert.deepEqual(found.requests, [
    {
      method: "GET",
      path: ["search", "issues"],
      query: { q: query, sort: "created", order: "asc", page: 2, per_page: undefined },
    },
  ]);
  assert.equal(found.output["totalCount"], 1001);
  assert.equal(found.output["incompleteResults"], true);
  for (const wrong of [{ number: "7" }, { id: -1 }, { created_at: "yesterday" }, { labels: {} }, { user: "octocat" }]) {
    const items = [0, 1].map(() => ({ ...example.items[0], ...wrong }));
    const { end } = await runScripted("search.issues", { query }, [answeredWith(200, { ...example, items }, {})]);
    assert.equal(codeOf(end), "PROVIDER_ERROR", JSON.stringify(wrong));
  }
});

test("reads labels that are only names, ghosts and deleted branches as GitHub documents them", async () => {
  const [issue] = exampleResponse(operation("issues/list-for-repo"), 200) as Record<string, unknown>[];
  const bare = {
    ...issue,
    labels: ["bug", { name: "ui", color: null, description: null }],
    user: null,
    body: undefined,
  };
  const { output } = await runScripted("issues.list", at, [answeredWith(200, [bare], {})]);
  const [read] = output["issues"] as Record<string, unknown>[];
  assert.deepEqual(read?.["labels"], [
    { name: "bug", color: null, description: null },
    { name: "ui", color: null, description: null },
  ]);
  assert.equal(read?.["user"], null);
  assert.equal(read?.["body"], null);
  const [pull] = exampleResponse(operation("pulls/list"), 200) as { head: object }[];
  const orphan = { ...pull, head: { ...pull?.head, repo: null } };
  const { output: pulls } = await runScripted("pulls.list", at, [answeredWith(200, [orphan], {})]);
  assert.equal((pulls["pulls"] as { head: { repo: unknown } }[])[0]?.head.repo, null);
});
