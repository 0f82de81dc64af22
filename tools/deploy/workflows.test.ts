/** The workflows: everything that they run is pinned, has minimal permissions, and exists. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { published, publishedVersion } from "../release/names.ts";

const root = join(import.meta.dirname, "../..");
const texts = globSync(".github/workflows/*.yml", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> };
type Job = {
  permissions?: Record<string, string>;
  needs?: string | readonly string[];
  environment?: string;
  env?: Record<string, string>;
  steps: Step[];
};
type Workflow = { name: string; on: Record<string, unknown>; permissions: object; jobs: Record<string, Job> };
const workflows = texts.map((text) => parse(text) as Workflow);
const release = workflows.find(({ name }) => name === "Release") ?? assert.fail("no workflow is the release's");
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);

test("each action is pinned by commit, not by a movable tag, and names its version", () => {
  for (const text of texts) {
    const used = [...text.matchAll(/uses:\s*(.*)$/gm)].map(([, rest = ""]) => rest);
    assert.ok(used.length > 0);
    for (const action of used) {
      assert.match(action, /^(?:actions\/[a-z-]+|pypa\/gh-action-pypi-publish)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
});

test("a workflow has no permissions by default; in the release, each job may only do its own part", () => {
  for (const { permissions, on, jobs } of workflows) {
    assert.deepEqual(permissions, {});
    assert.equal("pull_request_target" in on, false);
    for (const job of Object.values(jobs)) assert.ok(job.permissions !== undefined);
  }
  const permissions = Object.fromEntries(Object.entries(release.jobs).map(([name, job]) => [name, job.permissions]));
  const signed = { "id-token": "write", attestations: "write" };
  assert.deepEqual(permissions, {
    check: { contents: "read" },
    build: { contents: "read" },
    npm: { contents: "read", "id-token": "write" },
    pypi: { "id-token": "write" },
    image: { packages: "write", ...signed },
    chart: { packages: "write", ...signed },
    attest: signed,
    release: { contents: "write" },
  });
});

test("nothing is built before all checks, published before all is built, or announced before all is published", () => {
  const needs = Object.fromEntries(Object.entries(release.jobs).map(([name, job]) => [name, job.needs]));
  const publishing = ["npm", "pypi", "image", "chart", "attest"];
  assert.deepEqual(needs, {
    check: undefined,
    build: "check",
    ...Object.fromEntries(publishing.map((name) => [name, "build"])),
    release: publishing,
  });
  // The protection rules of these environments decide who may publish.
  for (const name of ["npm", "pypi", "image", "chart"]) assert.equal(release.jobs[name]?.environment, name);
  for (const [name, { steps }] of Object.entries(release.jobs)) {
    const installs = steps.some(({ run = "" }) => /npm ci|\.ci\/run/.test(run));
    assert.equal(installs, ["check", "build"].includes(name), `${name}: dependencies next to what may sign or write`);
  }
});

test("the release's version is its tag, which must be the version in package.json, and its names are the published ones", () => {
  const runs = (name: string): string => (release.jobs[name]?.steps ?? []).map(({ run = "" }) => run).join("\n");
  assert.deepEqual(release.on, { push: { tags: ["v*"] } });
  const [comparison = ""] = runs("check")
    .split("\n")
    .filter((line) => line.includes("GITHUB_REF_NAME"));
  const sh = (tag: string): number | null =>
    spawnSync("sh", ["-c", comparison], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag } }).status;
  assert.deepEqual([sh(`v${publishedVersion()}`), sh(publishedVersion()), sh("v9.9.9"), sh("")], [0, 1, 1, 1]);
  assert.match(
    runs("build"),
    /npm run release -- --dry [^\n]*--tag "\$GITHUB_REF_NAME" --repository "\$GITHUB_SERVER_URL/,
  );
  const { IMAGE, CHART } = { ...release.jobs["image"]?.env, ...release.jobs["chart"]?.env };
  assert.deepEqual([IMAGE, CHART], [published.image, published.chart]);
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
  for (const script of ["release -- --dry", "release -- --publish", "image", "chart"]) {
    assert.ok(
      commands.some((command) => command.includes(`npm run ${script} `)),
      script,
    );
  }
});
