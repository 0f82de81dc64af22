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

test("the page about releases has every name", () => {
  const page = readFileSync(join(root, "docs/releasing.md"), "utf8");
  const { server, cli, sdk } = published.npm;
  const { python, image, chart } = published;
  for (const name of [server, cli, sdk, `pip install ${python}\``, `OWNER/${image}\``, `charts/${chart}\``]) {
    assert.ok(page.includes(name), name);
  }
});

test("every package has the version of the project, and requires our other packages in it", () => {
  const others: string[] = [];
  for (const { folder, manifest } of publishedWorkspaces()) {
    const { name, version, dependencies = {} } = manifest;
    for (const [each, wanted] of [[name, version] as const, ...Object.entries(dependencies)]) {
      if (isOurs(each) && wanted !== publishedVersion()) others.push(`${folder}/package.json: ${each} ${wanted}`);
    }
  }
  const line = { "pyproject.toml": /^version = "(.*)"$/m, "src/svc/_version.py": /^VERSION = "(.*)"$/m };
  for (const [file, pattern] of Object.entries(line)) {
    const found = pattern.exec(readFileSync(join(root, "sdk/python", file), "utf8"))?.[1];
    if (found !== publishedVersion()) others.push(`sdk/python/${file}: ${found}`);
  }
  assert.deepEqual(others, []);
});
