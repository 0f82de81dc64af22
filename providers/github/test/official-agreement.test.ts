/**
 * Our actions agree with GitHub's official client, `octokit`: every field that both return has the same value. Our
 * names are in camelCase, GitHub's in snake_case; `forms` lists the fields whose form differs.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { testMarker } from "@svc/provider-kit/testing";
import { Octokit } from "../../../judges/vendors/octokit.ts";
import { tokens } from "../simulator/index.ts";
import type { TokenName } from "../simulator/index.ts";
import { codeOf, detailOf } from "./github.ts";
import { openSimulated } from "./simulated.ts";
import type { Simulated } from "./simulated.ts";

type Json = Readonly<Record<string, unknown>>;

/** Both clients with one simulated GitHub. */
interface Both extends AsyncDisposable {
  readonly world: Simulated;
  readonly octokit: Octokit;
  /** The output of one of our actions; anything else fails the test. */
  ours(id: string, input: unknown): Promise<Json>;
}

async function openBoth(token: TokenName = "octocat"): Promise<Both> {
  const world = await openSimulated(token, { searchPerWindow: 1_000 });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const throttle = { enabled: false };
  const baseUrl = world.simulator.url;
  const octokit = new Octokit({ auth: tokens[token], baseUrl, throttle, retry: { enabled: false }, log });
  const ours: Both["ours"] = async (id, input) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", `${id} ${JSON.stringify(input)}: ${codeOf(end)} ${detailOf(end)}`);
    return (end as { output: Json }).output;
  };
  return { world, octokit, ours, [Symbol.asyncDispose]: () => world.close() };
}

/** Fields with a different form in our outputs: an object's name instead of the object. */
const forms: Readonly<Record<string, (theirs: unknown) => unknown>> = {
  license: (theirs) => (theirs as Json | null)?.["spdx_id"] ?? null,
  type: (theirs) => (typeof theirs === "string" ? theirs : ((theirs as Json | null | undefined)?.["name"] ?? null)),
};

/** Compares two values; returns the number of single values compared. */
function agree(ours: unknown, theirs: unknown, path: string, except: ReadonlySet<string> = new Set()): number {
  if (Array.isArray(ours)) {
    assert.ok(Array.isArray(theirs) && theirs.length === ours.length, `${path}: another number of entries`);
    return ours.reduce<number>((sum, entry, index) => sum + agree(entry, theirs[index], `${path}.${index}`, except), 1);
  }
  if (typeof ours !== "object" || ours === null) {
    // Fields that GitHub omits are null in our outputs.
    assert.deepEqual(ours, theirs ?? null, path);
    return 1;
  }
  let compared = 0;
  for (const [name, value] of Object.entries(ours)) {
    if (except.has(name)) continue;
    const given = (theirs as Json)[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
    compared += agree(value, Object.hasOwn(forms, name) ? forms[name]?.(given) : given, `${path}.${name}`, except);
  }
  return compared;
}

/** The next page in octokit's response. */
function nextOf({ headers }: { readonly headers: { readonly link?: string | undefined } }): number | null {
  const next = /[?&]page=(\d+)[^>]*>; rel="next"/.exec(headers.link ?? "")?.[1];
  return next === undefined ? null : Number(next);
}

/** The cursor of the next page in octokit's response. */
function afterOf({ headers }: Parameters<typeof nextOf>[0]): string | null {
  const [, after] = /[?&]after=([^&>]+)[^>]*>; rel="next"/.exec(headers.link ?? "") ?? [];
  return after === undefined ? null : decodeURIComponent(after);
}

const hello = { owner: "octocat", repo: "hello-world" };

test("the user, under each kind of token", async () => {
  for (const token of ["octocat", "octocatNoScope", "octocatApp", "monalisa"] as const) {
    await using both = await openBoth(token);
    const user = await both.ours("user.get", {});
    const compared = agree(user, (await both.octokit.rest.users.getAuthenticated()).data, token);
    assert.ok(compared >= 15, String(compared));
  }
});

test("lists of repositories, and each repository", async () => {
  for (const token of ["octocat", "hubot", "octocatApp"] as const) {
    await using both = await openBoth(token);
    const query = { sort: "full_name", direction: "desc" } as const;
    const theirs = await both.octokit.rest.repos.listForAuthenticatedUser({ ...query, per_page: 2 });
    const ours = await both.ours("repositories.list", { ...query, perPage: 2 });
    assert.ok(agree(ours["repositories"], theirs.data, token) > 50);
    assert.equal(ours["nextPage"], nextOf(theirs));
    for (const { name, owner } of (await both.octokit.rest.repos.listForAuthenticatedUser()).data) {
      const one = await both.octokit.rest.repos.get({ owner: owner.login, repo: name });
      const { repository } = await both.ours("repositories.get", { owner: owner.login, repo: name });
      assert.ok(agree(repository, one.data, `${token} ${name}`) > 25);
    }
  }
});

test("a repository by its former name, and a transferred issue", async () => {
  await using both = await openBoth();
  const missile = { owner: "octo-org", repo: "missile" };
  const { repository } = await both.ours("repositories.get", missile);
  assert.ok(agree(repository, (await both.octokit.rest.repos.get(missile)).data, "repository") > 25);
  const { issue } = await both.ours("issues.get", { ...hello, number: 4 });
  assert.ok(agree(issue, (await both.octokit.rest.issues.get({ ...hello, issue_number: 4 })).data, "issue") > 15);
});

test("lists of issues with every filter and page, and each issue", async () => {
  await using both = await openBoth();
  const filters = [
    {},
    { state: "all", sort: "updated", direction: "asc" },
    { state: "closed", creator: "octocat" },
    { assignee: "hubot", milestone: "1", mentioned: "hubot" },
    { assignee: "none", state: "all", since: "2025-11-05T00:00:00Z" },
  ] as const;
  for (const filter of filters) {
    for (const page of [1, 2]) {
      const theirs = await both.octokit.rest.issues.listForRepo({ ...hello, ...filter, page, per_page: 20 });
      const ours = await both.ours("issues.list", { ...hello, ...filter, page, perPage: 20 });
      agree(ours["issues"], theirs.data, `${JSON.stringify(filter)} page ${page}`);
      assert.equal(ours["nextPage"], afterOf(theirs));
    }
  }
  const labelled = await both.ours("issues.list", { ...hello, labels: ["bug", "good first issue"] });
  const { data } = await both.octokit.rest.issues.listForRepo({ ...hello, labels: "bug,good first issue" });
  assert.equal(data.length, 1);
  assert.ok(agree(labelled["issues"], data, "labelled") > 30);
  for (const { number } of both.world.simulator.world.repository("octocat/hello-world").issues.values()) {
    const { issue } = await both.ours("issues.get", { ...hello, number });
    const one = await both.octokit.rest.issues.get({ ...hello, issue_number: number });
    assert.ok(agree(issue, one.data, `issue ${number}`) > 15);
  }
});

test("lists of pull requests, and each pull request", async () => {
  await using both = await openBoth();
  const filters = [
    {},
    { state: "all", sort: "created", direction: "asc" },
    { head: "hubot:new-topic", base: "main" },
  ] as const;
  for (const filter of filters) {
    const theirs = await both.octokit.rest.pulls.list({ ...hello, ...filter, per_page: 3 });
    const ours = await both.ours("pulls.list", { ...hello, ...filter, perPage: 3 });
    assert.ok(agree(ours["pulls"], theirs.data, JSON.stringify(filter)) > 30);
    assert.equal(ours["nextPage"], nextOf(theirs));
  }
  for (const number of [6, 7, 8, 9]) {
    const { pull } = await both.ours("pulls.get", { ...hello, number });
    const one = await both.octokit.rest.pulls.get({ ...hello, pull_number: number });
    assert.ok(agree(pull, one.data, `pull ${number}`) > 35);
  }
});

test("contents of every kind", async () => {
  await using both = await openBoth();
  const paths = [
    "README.md",
    "empty.txt",
    "logo.png",
    "big.bin",
    "docs/a file with spaces & ümlauts.md",
    "link-to-readme",
  ];
  for (const path of [...paths, "link-outside", "vendor/qunit", "vendor/other"]) {
    const { contents } = await both.ours("contents.get", { ...hello, path });
    const { data } = await both.octokit.rest.repos.getContent({ ...hello, path });
    assert.ok(agree(contents, data, path, new Set(["entries", "content", "encoding"])) >= 8, path);
    assertSameBytes(contents as Json, data as unknown as Json, path);
  }
  for (const path of ["", "docs", "vendor"]) {
    const { contents } = await both.ours("contents.get", { ...hello, ...(path === "" ? {} : { path }) });
    const { data } = await both.octokit.rest.repos.getContent({ ...hello, path });
    assert.ok(agree((contents as Json)["entries"], data, path) > 10, path);
  }
  const { contents } = await both.ours("contents.get", { ...hello, path: "README.md", ref: "draft" });
  assert.equal((contents as Json)["content"], "# A draft\n");
});

/**
 * Our content is text if the bytes are text, otherwise base64 without line breaks; for a large file, neither has any.
 */
function assertSameBytes(ours: Json, theirs: Json, path: string): void {
  const { encoding, content } = ours;
  if (theirs["type"] !== "file" || theirs["encoding"] === "none") {
    assert.deepEqual([encoding, content], [theirs["encoding"] ?? null, null], path);
    return;
  }
  const bytes = Buffer.from(theirs["content"] as string, "base64");
  assert.deepEqual(Buffer.from(content as string, encoding === "utf-8" ? "utf8" : "base64"), bytes, path);
}

test("searches", async () => {
  await using both = await openBoth();
  const place = "repo:octocat/hello-world";
  for (const query of [
    `${place} problem`,
    `${place} is:pr`,
    `${place} is:issue is:open`,
    "canary is:issue",
    "nothing-like-it",
  ]) {
    const theirs = await both.octokit.rest.search.issuesAndPullRequests({ q: query, per_page: 10, sort: "created" });
    const { items, nextPage, unreadable, ...counts } = await both.ours("search.issues", {
      query,
      perPage: 10,
      sort: "created",
    });
    assert.equal(unreadable, 0, query);
    assert.deepEqual(agree(counts, theirs.data, query), 2);
    agree(items, theirs.data.items, query);
    assert.equal(nextPage, nextOf(theirs));
  }
});

/** Two simulators with equal data: one client acts on the first, the other on the second. */
const times = new Set(["createdAt", "updatedAt"]);

test("writes: the same request has the same effect, and each client sees what the other wrote", async () => {
  await using one = await openBoth();
  await using twin = await openBoth();
  const fields = {
    title: "It leaks",
    body: "Below the waterline.\n",
    labels: ["bug", "new"],
    assignees: ["hubot"],
    milestone: 1,
  };
  const created = await one.ours("issues.create", { ...hello, ...fields });
  const theirs = await twin.octokit.rest.issues.create({ ...hello, ...fields });
  assert.ok(agree(created, theirs.data, "create", times) > 15);
  const number = theirs.data.number;
  const which = { ...hello, issue_number: number };
  assert.ok(agree(created, (await one.octokit.rest.issues.get(which)).data, "created") > 15);

  const changes = [
    [
      { state: "closed", stateReason: "not_planned" },
      { state: "closed", state_reason: "not_planned" },
    ],
    [
      { state: "open", title: "Again", body: "" },
      { state: "open", title: "Again", body: "" },
    ],
    [
      { labels: [], assignees: [], milestone: null },
      { labels: [], assignees: [], milestone: null },
    ],
  ] as const;
  for (const [mine, same] of changes) {
    const updated = await one.ours("issues.update", { ...hello, number, ...mine });
    const response = await twin.octokit.rest.issues.update({ ...which, ...same } as Parameters<
      typeof twin.octokit.rest.issues.update
    >[0]);
    assert.ok(agree(updated, response.data, JSON.stringify(mine), times) > 8);
    assert.ok(agree(updated, (await one.octokit.rest.issues.get(which)).data, "updated") > 8);
  }

  const said = await one.ours("issues.comment", { ...hello, number, body: "Seen. 👀" });
  const comment = await twin.octokit.rest.issues.createComment({ ...which, body: "Seen. 👀" });
  assert.ok(agree(said, comment.data, "comment", times) > 4);
  const { data: comments } = await one.octokit.rest.issues.listComments(which);
  assert.ok(agree(said, comments[0], "commented") > 6);
  assert.equal(comments[0]?.body, `Seen. 👀\n\n${testMarker.comment}`);
  const listed = await one.ours("issues.comments.list", { ...hello, number });
  const texts = (listed["comments"] as Json[]).map(({ body }) => body);
  assert.deepEqual(texts, ["Seen. 👀"]);
  assert.ok(agree(listed["comments"], comments, "comments", new Set(["body"])) > 6);

  const effects = ({ world }: Both): unknown[] =>
    world.simulator.ledger.effects.map(({ kind, repository, number }) => [kind, repository, number]);
  assert.equal(effects(one).length, 5);
  assert.deepEqual(effects(one), effects(twin));
  const { issue } = await one.ours("issues.get", { ...hello, number });
  const { data: last } = await twin.octokit.rest.issues.get(which);
  agree(issue, last, "at the end", new Set([...times, "repositoryUrl"]));
});
