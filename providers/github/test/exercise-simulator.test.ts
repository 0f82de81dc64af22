/** The kit's suite through the real outbound client, with each kind of token, and GitHub's special cases. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exerciseProvider } from "@svc/provider-kit/testing";
import { github } from "../src/index.ts";
import { githubExamples } from "./examples.ts";
import { codeOf, detailOf } from "./github.ts";
import { openSimulated } from "./simulated.ts";

for (const token of ["octocat", "octocatApp"] as const) {
  describe(`with the token ${token}`, () => {
    exerciseProvider(github, () => openSimulated(token), githubExamples);
  });
}

/** The output of one action with a fresh simulator. */
async function outputOf(id: string, input: unknown): Promise<Record<string, unknown>> {
  await using world = await disposable();
  const end = await world.run(id, input);
  assert.equal(end.kind, "output", `${id}: ${codeOf(end)} ${detailOf(end)}`);
  return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
}

async function disposable(...options: Parameters<typeof openSimulated> | []) {
  const [token = "octocat", switches] = options;
  const world = await openSimulated(token, switches);
  return { ...world, [Symbol.asyncDispose]: () => world.close() };
}

const at = { owner: "octocat", repo: "hello-world" };
const renamed = { owner: "octo-org", repo: "missile" };

test("reads find a renamed repository and a transferred issue", async () => {
  const { repository } = await outputOf("repositories.get", renamed);
  assert.equal((repository as { fullName: string }).fullName, "octo-org/rocket");
  const { issues } = await outputOf("issues.list", { ...renamed, state: "all" });
  assert.ok((issues as unknown[]).length > 0);
  const { issue } = await outputOf("issues.get", { ...at, number: 4 });
  assert.match((issue as { htmlUrl: string }).htmlUrl, /octo-org\/rocket\/issues\//);
});

test("rejects a change with the former name, reports the new one, sends it once and changes nothing", async () => {
  await using world = await disposable();
  const end = await world.run("issues.create", { ...renamed, title: "Never" });
  assert.equal(codeOf(end), "PROVIDER_REJECTED");
  assert.match(detailOf(end), /is now octo-org\/rocket; nothing was changed/);
  assert.equal(world.simulator.ledger.requests.filter(({ method }) => method === "POST").length, 1);
  const search = await world.run("search.issues", { query: "repo:octo-org/rocket is:issue Never" });
  assert.equal(search.kind === "output" && (search.output as { totalCount: number }).totalCount, 0);
});

test("follows pages with the link header to the last one", async () => {
  await using world = await disposable();
  const numbers: number[] = [];
  let page: number | null = 1;
  while (page !== null) {
    const end = await world.run("issues.list", { ...at, state: "all", page, perPage: 15 });
    assert.equal(end.kind, "output");
    const output = (end as { output: { issues: { number: number }[]; nextPage: number | null } }).output;
    numbers.push(...output.issues.map(({ number }) => number));
    page = output.nextPage;
  }
  assert.ok(numbers.length > 30);
  assert.equal(new Set(numbers).size, numbers.length);
});

test("reports that the resource is unchanged for a read with the previous entity tag", async () => {
  await using world = await disposable();
  for (const [id, input] of [
    ["repositories.get", at],
    ["issues.get", { ...at, number: 1 }],
    ["pulls.get", { ...at, number: 6 }],
    ["contents.get", { ...at, path: "README.md" }],
    ["repositories.get", renamed],
  ] as const) {
    const first = await world.run(id, input);
    const { etag } = (first as { output: { etag: string | null } }).output;
    assert.notEqual(etag, null);
    const second = await world.run(id, { ...input, etag });
    assert.equal((second as { output: { notModified: boolean } }).output.notModified, true, id);
  }
});

test("reads every kind of content", async () => {
  const cases = [
    ["README.md", "file", "utf-8"],
    ["empty.txt", "file", "utf-8"],
    ["logo.png", "file", "base64"],
    ["big.bin", "file", "none"],
    ["docs/a file with spaces & ümlauts.md", "file", "utf-8"],
    ["docs", "dir", null],
    ["link-to-readme", "file", "utf-8"],
    ["link-outside", "symlink", null],
    ["vendor/qunit", "submodule", null],
    ["vendor/other", "submodule", null],
  ] as const;
  await using world = await disposable();
  for (const [path, type, encoding] of cases) {
    const end = await world.run("contents.get", { ...at, path });
    assert.equal(end.kind, "output", `${path}: ${codeOf(end)}`);
    const { contents } = (end as { output: { contents: { type: string; encoding: string | null } } }).output;
    assert.deepEqual([contents.type, contents.encoding], [type, encoding], path);
  }
});

test("reports limits with a wait, whichever status GitHub uses for them", async () => {
  for (const rateLimitStatus of [403, 429] as const) {
    await using primary = await disposable("octocat", { corePerWindow: 1, rateLimitStatus });
    assert.equal((await primary.run("user.get", {})).kind, "output");
    const limited = await primary.run("repositories.get", at);
    assert.equal(codeOf(limited), "PROVIDER_RATE_LIMITED");
    const wait = limited.kind === "failed" ? (limited.refusal.retryAfterSeconds ?? 0) : 0;
    assert.ok(wait >= 1 && wait <= 3600, String(wait));
    await using secondary = await disposable("octocat", { contentPerMinute: 1, rateLimitStatus });
    assert.equal((await secondary.run("issues.create", { ...at, title: "one" })).kind, "output");
    assert.equal(codeOf(await secondary.run("issues.create", { ...at, title: "two" })), "PROVIDER_RATE_LIMITED");
  }
});

test("reports hidden, deleted, forbidden and invalid resources", async () => {
  const cases = [
    ["octocat", "repositories.get", { owner: "monalisa", repo: "diary" }, "RESOURCE_NOT_FOUND"],
    ["octocatPublic", "repositories.get", { owner: "octocat", repo: "secret-garden" }, "RESOURCE_NOT_FOUND"],
    ["octocat", "issues.get", { ...at, number: 5 }, "RESOURCE_NOT_FOUND"],
    ["octocat", "issues.create", { owner: "octocat", repo: "quiet", title: "t" }, "RESOURCE_NOT_FOUND"],
    ["octocat", "contents.get", { owner: "octocat", repo: "blank" }, "RESOURCE_NOT_FOUND"],
    ["octocat", "issues.create", { owner: "octocat", repo: "attic", title: "t" }, "PROVIDER_FORBIDDEN"],
    ["octocatApp", "search.issues", { query: "crash" }, "PROVIDER_REJECTED"],
    ["revoked", "user.get", {}, "PROVIDER_UNAUTHORIZED"],
  ] as const;
  for (const [token, id, input, code] of cases) {
    await using world = await disposable(token);
    const end = await world.run(id, input);
    assert.equal(codeOf(end), code, `${id} ${JSON.stringify(input)}`);
  }
});
