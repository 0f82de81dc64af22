/** Every place that repeats a published name or the version says what `names.ts` and `package.json` say. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { publishedWorkspaces, root } from "../pack/workspaces.ts";
import { isOurs, published, publishedVersion } from "./names.ts";

const pyproject = readFileSync(join(root, "sdk/python/pyproject.toml"), "utf8");

test("each published package has our scope, and those that people install by name exist", () => {
  const names = publishedWorkspaces().map(({ manifest }) => manifest.name);
  for (const name of names) assert.ok(isOurs(name), name);
  for (const name of Object.values(published.npm)) assert.ok(names.includes(name), name);
  assert.equal(isOurs("@svc-other/sdk"), false);
});

test("the Python package has its published name", () => {
  assert.match(pyproject, new RegExp(`^name = "${published.python}"$`, "m"));
});

test("every package has the version of the project", () => {
  for (const { manifest } of publishedWorkspaces()) assert.equal(manifest.version, publishedVersion(), manifest.name);
  assert.match(pyproject, new RegExp(`^version = "${publishedVersion().replaceAll(".", "\\.")}"$`, "m"));
});
