/** Files, directories, symlinks and submodules, and conditional reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf, answeredWith, codeOf, runScripted } from "./github.ts";
import { exampleResponse, exampleResponses, operation } from "./openapi.ts";
import { violations } from "./violations.ts";

const at = { owner: "octocat", repo: "hello-world" };
const examples = exampleResponses(operation("repos/get-content"), 200);
const file = examples["response-if-content-is-a-file"] as Record<string, unknown>;

/** The output of `contents.get` for one body. */
async function contentsOf(body: unknown): Promise<Record<string, unknown> | null> {
  const { end, output } = await runScripted("contents.get", { ...at, path: "a/b" }, [answeredWith(200, body, {})]);
  assert.equal(end.kind, "output");
  assert.deepEqual(violations(actionOf("contents.get").output, output), []);
  return output["contents"] as Record<string, unknown> | null;
}

const fileOf = (bytes: Uint8Array | string, encoding = "base64") => ({
  ...file,
  encoding,
  // GitHub breaks base64 into lines of 60 characters.
  content: Buffer.from(bytes)
    .toString("base64")
    .replaceAll(/(.{60})/g, "$1\n"),
});

test("returns text as text, byte for byte", async () => {
  for (const text of ["", "plain\n", "é 😀 \u2028\r\n\t", "\ufeffwith a mark", "x".repeat(700_000)]) {
    const read = await contentsOf(fileOf(text));
    assert.equal(read?.["encoding"], "utf-8");
    assert.ok(read?.["content"] === text);
  }
});

test("returns other bytes as base64 without line breaks", async () => {
  for (const bytes of [
    Uint8Array.of(0xff, 0xfe, 0x00),
    Uint8Array.of(0x61, 0x00, 0x62),
    Uint8Array.of(0xc3),
    Uint8Array.of(0xed, 0xa0, 0x80),
    Uint8Array.from({ length: 4096 }, (_, index) => index % 256),
  ]) {
    const read = await contentsOf(fileOf(bytes));
    assert.equal(read?.["encoding"], "base64");
    assert.deepEqual(new Uint8Array(Buffer.from(String(read?.["content"]), "base64")), bytes);
    assert.doesNotMatch(String(read?.["content"]), /\s/);
  }
});

test("returns a file over 1 MB without content, and rejects one over 100 MB because of its size", async () => {
  const read = await contentsOf({ ...file, encoding: "none", content: "", size: 2_000_000 });
  assert.deepEqual([read?.["encoding"], read?.["content"], read?.["size"]], ["none", null, 2_000_000]);
  const tooLarge = { message: "too big", errors: [{ resource: "Blob", field: "data", code: "too_large" }] };
  const { end } = await runScripted("contents.get", { ...at, path: "a" }, [answeredWith(403, tooLarge, {})]);
  assert.equal(codeOf(end), "PROVIDER_REJECTED");
});

test("reads the documented examples of a directory, a symlink and a submodule", async () => {
  const directory = await contentsOf(examples["response-if-content-is-a-directory"]);
  assert.equal(directory?.["type"], "dir");
  assert.equal((directory?.["entries"] as unknown[] | undefined)?.length, 2);
  assert.ok(!JSON.stringify(directory).includes("raw.githubusercontent.com"), "a download URL can carry a token");
  const symlink = await contentsOf(examples["response-if-content-is-a-symlink"]);
  assert.deepEqual([symlink?.["type"], symlink?.["target"]], ["symlink", "/path/to/symlink/target"]);
  const submodule = examples["response-if-content-is-a-submodule"] as Record<string, unknown>;
  for (const body of [submodule, { ...submodule, type: "file" }]) {
    const read = await contentsOf(body);
    assert.deepEqual([read?.["type"], read?.["submoduleGitUrl"]], ["submodule", "git://github.com/jquery/qunit.git"]);
  }
});

test("treats a file as a file even if GitHub names a submodule next to its content", async () => {
  const read = await contentsOf({ ...fileOf("x"), submodule_git_url: "https://example.com/other.git" });
  assert.deepEqual([read?.["type"], read?.["content"], read?.["submoduleGitUrl"]], ["file", "x", null]);
});

test("reports a file in another format as a fault", async () => {
  for (const wrong of [
    { type: "pipe" },
    { encoding: "rot13" },
    { encoding: "base64", content: "%%%" },
    { content: undefined },
    { content: 7 },
    { size: "1" },
    { type: undefined },
  ]) {
    const { end } = await runScripted("contents.get", at, [answeredWith(200, { ...fileOf("x"), ...wrong }, {})]);
    assert.equal(codeOf(end), "PROVIDER_ERROR", JSON.stringify(wrong));
  }
});

test("sends the path by segments, and no segment for the root", async () => {
  const { requests } = await runScripted("contents.get", { ...at, path: "..a/.b/c d", ref: "v1" }, [
    answeredWith(200, [], {}),
  ]);
  assert.deepEqual(requests, [
    { method: "GET", path: ["repos", "octocat", "hello-world", "contents", "..a", ".b", "c d"], query: { ref: "v1" } },
  ]);
  const { requests: root, output } = await runScripted("contents.get", at, [answeredWith(200, [], {})]);
  assert.deepEqual(root[0]?.path, ["repos", "octocat", "hello-world", "contents"]);
  assert.equal((output["contents"] as { path: unknown }).path, null);
});

const conditional = [
  ["repositories.get", {}, "repository", "repos/get"],
  ["issues.get", { number: 1 }, "issue", "issues/get"],
  ["pulls.get", { number: 1 }, "pull", "pulls/get"],
] as const;

test("a read returns its entity tag, sends it as the condition, and reports that the resource is unchanged", async () => {
  const etag = 'W/"644b5b0155e6404a9cc4bd9d8b1ae730"';
  for (const [id, input, field, operationId] of conditional) {
    const example = exampleResponse(operation(operationId), 200);
    const first = await runScripted(id, { ...at, ...input }, [answeredWith(200, example, { etag })]);
    assert.equal(first.requests[0]?.ifNoneMatch, undefined);
    assert.deepEqual([first.output["notModified"], first.output["etag"]], [false, etag]);
    assert.notEqual(first.output[field], null);
    for (const headers of [{ etag }, {}] as Record<string, string>[]) {
      const second = await runScripted(id, { ...at, ...input, etag }, [answeredWith(304, undefined, headers)]);
      assert.equal(second.requests[0]?.ifNoneMatch, etag);
      assert.deepEqual(second.end, { kind: "output", output: { notModified: true, etag, [field]: null } });
    }
    const without = await runScripted(id, { ...at, ...input }, [answeredWith(200, example, { etag: "bare" })]);
    assert.equal(without.output["etag"], null);
  }
});

test("reports an unrequested 304 as a fault", async () => {
  const { end } = await runScripted("repositories.get", at, [answeredWith(304, undefined, {})]);
  assert.equal(codeOf(end), "PROVIDER_ERROR");
});
