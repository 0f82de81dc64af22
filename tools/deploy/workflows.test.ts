/** The workflows: everything that they run is pinned, has minimal permissions, and exists. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const texts = globSync(".github/workflows/*.yml", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = { permissions?: Record<string, string>; needs?: string; environment?: string; steps: Step[] };
type Workflow = { name: string; on: Record<string, unknown>; permissions: object; jobs: Record<string, Job> };
const workflows = texts.map((text) => parse(text) as Workflow);
const release = workflows.find(({ name }) => name === "Release");
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);

test("each action is pinned by commit, not by a movable tag, and names its version", () => {
  for (const text of texts) {
    const used = [...text.matchAll(/uses:\s*(.*)$/gm)].map(([, rest = ""]) => rest);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test("a workflow has no permissions by default; in the release, only one job may sign and one other write", () => {
  for (const { permissions, on, jobs } of workflows) {
    assert.deepEqual(permissions, {});
    assert.equal("pull_request_target" in on, false);
    for (const job of Object.values(jobs)) assert.ok(job.permissions !== undefined);
  }
  assert.ok(release !== undefined);
  const permissions = Object.fromEntries(Object.entries(release.jobs).map(([name, job]) => [name, job.permissions]));
  assert.deepEqual(permissions, {
    check: { contents: "read" },
    publish: { contents: "read", "id-token": "write" },
    release: { contents: "write" },
  });
  assert.equal(release.jobs["publish"]?.needs, "check");
  assert.equal(release.jobs["publish"]?.environment, "npm");
});

test("checkouts leave no credential behind, a release uses no cache, and no text is interpolated into a shell", () => {
  for (const workflow of workflows) {
    for (const step of stepsOf(workflow)) {
      if (step.uses?.startsWith("actions/checkout@")) assert.equal(step.with?.["persist-credentials"], false);
      if (step.uses?.startsWith("actions/setup-node@")) assert.equal(step.with?.["package-manager-cache"], false);
      assert.doesNotMatch(step.run ?? "", /\$\{\{/);
    }
  }
});

test("everything that they run exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
  const commands = workflows.flatMap(stepsOf).map(({ run = "" }) => run);
  for (const command of commands) {
    for (const [, script = ""] of command.matchAll(/npm run ([\w:-]+)/g)) assert.ok(script in scripts, script);
    for (const [, file = ""] of command.matchAll(/bash (\S+)/g)) assert.ok(existsSync(join(root, file)), file);
  }
  assert.ok(commands.some((command) => command.includes("npm publish") && command.includes("--provenance")));
  assert.ok(commands.some((command) => command.includes("--sbom")));
});
