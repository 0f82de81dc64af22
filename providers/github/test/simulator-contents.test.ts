/** Files and directories of every kind, and searches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startGithubSimulator } from "../simulator/index.ts";
import type { GithubSimulator } from "../simulator/index.ts";
import { ask, at, each } from "./simulator-openapi.ts";
import type { Reply } from "./simulator-openapi.ts";

const contents = "/repos/octocat/hello-world/contents";
const accept = (format: string) => ({ headers: { accept: `application/vnd.github.${format}+json` } });
const decoded = ({ json }: Reply): Buffer => Buffer.from(String(at(json, "content")), "base64");

test("returns text, binary and empty files in base64; ref selects a branch", async () => {
  await using simulator = await startGithubSimulator();
  const readme = await ask(simulator, `${contents}/README.md`);
  assert.equal(decoded(readme).toString(), "# Hello, world\n\nGrüße aus dem Hafen 🐙\n");
  assert.deepEqual([at(readme.json, "type"), at(readme.json, "encoding")], ["file", "base64"]);
  assert.ok(String(at(readme.json, "content")).endsWith("\n"));
  const logo = await ask(simulator, `${contents}/logo.png`);
  assert.deepEqual([...decoded(logo).subarray(-2)], [0x00, 0xff]);
  const empty = await ask(simulator, `${contents}/empty.txt`);
  assert.deepEqual(
    ["size", "content", "encoding", "sha"].map((field) => at(empty.json, field)),
    [0, "", "base64", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"],
  );
  assert.equal(decoded(await ask(simulator, `${contents}/README.md?ref=draft`)).toString(), "# A draft\n");
  const noRef = await ask(simulator, `${contents}/README.md?ref=nowhere`);
  assert.deepEqual([noRef.status, at(noRef.json, "message")], [404, "No commit found for the ref nowhere"]);
  const spaced = await ask(simulator, `${contents}/docs/${encodeURIComponent("a file with spaces & ümlauts.md")}`);
  assert.equal(decoded(spaced).toString(), "here\n");
  assert.equal((await ask(simulator, `${contents}/docs%2Fguide.md`)).status, 200);
  assert.equal((await ask(simulator, `${contents}/nothing`)).status, 404);
  const blank = await ask(simulator, "/repos/octocat/blank/contents/README.md");
  assert.deepEqual([blank.status, at(blank.json, "message")], [404, "This repository is empty."]);
});

test("returns a file above 1 MB without content, or rejects it by switch; raw returns its bytes", async () => {
  await using simulator = await startGithubSimulator();
  const big = await ask(simulator, `${contents}/big.bin`);
  assert.deepEqual(
    ["size", "content", "encoding"].map((field) => at(big.json, field)),
    [1_048_577, "", "none"],
  );
  assert.equal((await ask(simulator, `${contents}/big.bin`, accept("raw"))).text.length, 1_048_577);
  simulator.world.set({ largeFile: "too_large" });
  const refused = await ask(simulator, `${contents}/big.bin`);
  assert.deepEqual([refused.status, at(refused.json, "errors.0.code")], [403, "too_large"]);
  assert.equal(at((await ask(simulator, `${contents}/big.bin`, accept("object"))).json, "encoding"), "none");
  const headers = { authorization: `Bearer ${simulator.tokens.octocat}`, ...accept("raw").headers };
  const raw = await fetch(`${simulator.url}${contents}/logo.png`, { headers });
  assert.deepEqual([...new Uint8Array(await raw.arrayBuffer())].slice(0, 4), [0x89, 0x50, 0x4e, 0x47]);
});

test("directories, symbolic links and submodules", async () => {
  await using simulator = await startGithubSimulator();
  const root = await ask(simulator, contents);
  const names = ["LICENSE", "README.md", "big.bin", "docs", "empty.txt", "link-outside", "link-to-readme", "logo.png"];
  assert.deepEqual(each(root.json, "name"), [...names, "vendor"]);
  const vendor = await ask(simulator, `${contents}/vendor`);
  assert.deepEqual(each(vendor.json, "type"), ["file", "file"]);
  const tree = await ask(simulator, `${contents}/docs`, accept("object"));
  assert.deepEqual([at(tree.json, "type"), each(at(tree.json, "entries"), "type")], ["dir", ["file", "dir", "file"]]);
  const link = await ask(simulator, `${contents}/link-to-readme`);
  assert.deepEqual([at(link.json, "type"), at(link.json, "path")], ["file", "link-to-readme"]);
  const outside = await ask(simulator, `${contents}/link-outside`);
  assert.deepEqual([at(outside.json, "type"), at(outside.json, "target")], ["symlink", "/etc/hosts"]);
  const module = await ask(simulator, `${contents}/vendor/other`);
  assert.deepEqual(
    ["type", "submodule_git_url", "git_url", "html_url"].map((field) => at(module.json, field)),
    ["submodule", "https://git.example.com/other.git", null, null],
  );
  const here = await ask(simulator, `${contents}/vendor/qunit`);
  assert.match(String(at(here.json, "html_url")), /jquery\/qunit\/tree\/6{40}$/);
});

async function found(simulator: GithubSimulator, q: string, more = "", token = simulator.tokens.octocat) {
  const reply = await ask(simulator, `/search/issues?q=${encodeURIComponent(q)}${more}`, { token });
  return reply.status === 200
    ? each(at(reply.json, "items"), "number")
    : [reply.status, at(reply.json, "errors.0.message")];
}

test("searches by words and qualifiers in the issues that the caller can see", async () => {
  await using simulator = await startGithubSimulator();
  simulator.world.set({ searchPerWindow: 100 });
  const hello = "repo:octocat/hello-world";
  assert.deepEqual(await found(simulator, `problem ${hello}`), [1]);
  assert.deepEqual(await found(simulator, `${hello} is:pr is:open`), [8, 6]);
  assert.deepEqual(await found(simulator, `${hello} is:pr is:merged`), [7]);
  assert.deepEqual(await found(simulator, `${hello} label:"good first issue"`), [1]);
  assert.deepEqual(await found(simulator, `${hello} author:monalisa -label:bug state:closed`), [9]);
  assert.deepEqual(await found(simulator, `${hello} assignee:@me sort:x`, "&sort=created&order=asc"), [1, 6]);
  assert.deepEqual(await found(simulator, `${hello} "Plain issue 12"`), [12]);
  assert.deepEqual(await found(simulator, `${hello} boop in:comments`), [1]);
  assert.deepEqual(await found(simulator, `${hello} boop in:title`), []);
  assert.deepEqual(await found(simulator, `${hello} comments:>1`), [1]);
  assert.deepEqual(await found(simulator, "canary user:octocat org:octo-org"), []);
  assert.deepEqual(await found(simulator, "canary is:issue"), [2, 1, 1]);
  assert.deepEqual(await found(simulator, "canary is:issue", "", simulator.tokens.octocatPublic), []);
  assert.deepEqual(await found(simulator, "canary is:issue", "", simulator.tokens.monalisa), [1]);
  const page = await ask(simulator, `/search/issues?q=${encodeURIComponent(`${hello} is:issue`)}&per_page=10&page=2`);
  assert.equal(at(page.json, "total_count"), 39);
  assert.match(page.headers.get("link") ?? "", /search\/issues\?q=[^>]*page=3>; rel="next"/);
  assert.equal(page.headers.get("x-ratelimit-resource"), "search");
  simulator.world.set({ searchTimesOut: true });
  assert.equal(at((await ask(simulator, "/search/issues?q=bug")).json, "incomplete_results"), true);
});

test("answers invalid searches with 422", async () => {
  await using simulator = await startGithubSimulator();
  const missing = await ask(simulator, "/search/issues");
  assert.deepEqual([missing.status, at(missing.json, "errors.0.code")], [422, "missing"]);
  const unseen =
    "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.";
  assert.deepEqual(await found(simulator, "repo:monalisa/diary"), [422, unseen]);
  assert.deepEqual(await found(simulator, "x".repeat(257)), [422, "The search is longer than 256 characters."]);
  const { octocatApp } = simulator.tokens;
  assert.equal((await found(simulator, "bug", "", octocatApp))[0], 422);
  assert.deepEqual(await found(simulator, "problem is:issue", "", octocatApp), [1]);
  assert.equal((await ask(simulator, "/search/issues?q=bug&per_page=100&page=11")).status, 422);
});
