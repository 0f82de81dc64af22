/** A process that crashes prints where it happened, and nothing secret. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { describeDefect } from "../../../src/entry/rest/problems.ts";

const secret = randomBytes(24).toString("hex");
/** A message whose lines look like a stack trace. */
const message = `quoted ${secret}\n    at ${secret} (file:///${secret}.ts:1:1)\n    at /${secret}:1:1`;

test("prints an error's class, code and places, whatever its message looks like", () => {
  const error = Object.assign(new RangeError(message, { cause: new Error(secret) }), { code: "ERR_X", body: secret });
  const trace = describeDefect(error);
  assert.deepEqual([trace.name, trace.code], ["RangeError", "ERR_X"]);
  assert.match(trace.at[0] ?? "", /crash\.test\.ts:\d+:\d+\)?$/);
  assert.ok(!JSON.stringify(trace).includes(secret));
  error.message = "another one by now";
  for (const thrown of [error, message, { code: secret, stack: message }, null]) {
    assert.ok(!JSON.stringify(describeDefect(thrown)).includes(secret));
  }
});

test("prints uncaught errors and rejections, and reports contain neither their messages nor the environment", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-crash-"));
  const crash = pathToFileURL(join(import.meta.dirname, "../../../src/app/own-process.ts")).href;
  const begin = `import { installUncaughtHandler } from ${JSON.stringify(crash)}; installUncaughtHandler((text) => process.stderr.write(text));`;
  const error = `new TypeError(${JSON.stringify(message)})`;
  const statements = [`throw ${error};`, `Promise.reject(${error});`, `Promise.reject(${JSON.stringify(message)});`];
  try {
    for (const statement of [...statements, `process.report.writeReport(); throw ${error};`]) {
      const reports = ["--report-uncaught-exception", `--report-directory=${folder}`];
      const ran = spawnSync(process.execPath, [...reports, "--input-type=module", "-e", `${begin} ${statement}`], {
        env: { VAULT_KEY: secret },
        encoding: "utf8",
      });
      assert.equal(ran.status, 1, ran.stderr);
      assert.match(ran.stderr, /^svc-server: a defect ended this process \(/m);
      assert.ok(!(ran.stdout + ran.stderr).includes(secret), statement);
    }
    const reports = globSync("report*.json", { cwd: folder });
    assert.equal(reports.length, 1, "only the requested one");
    for (const name of reports) assert.doesNotMatch(readFileSync(join(folder, name), "utf8"), /VAULT_KEY/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the report of a process that ran out of memory contains no secret variable", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-crash-"));
  const variables = pathToFileURL(join(import.meta.dirname, "../../../src/app/own-variables.ts")).href;
  const names = [
    "SVC_DATABASE_URL",
    "SVC_VAULT_KEYS",
    "SVC_OAUTH_GITHUB_CLIENT_SECRET",
    "SVC_OAUTH_github_CLIENT_SECRET",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  ];
  const script = `import { ownVariables } from ${JSON.stringify(variables)};
    const found = ownVariables();
    if (!${JSON.stringify(names)}.every((name) => found[name]?.length === ${secret.length})) process.exit(3);
    const kept = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_none, index) => index + " of " + kept.length));`;
  try {
    const options = ["--report-on-fatalerror", `--report-directory=${folder}`, "--max-old-space-size=40"];
    const env = Object.fromEntries(names.map((name) => [name, secret]));
    const ran = spawnSync(process.execPath, [...options, "--input-type=module", "-e", script], {
      env: { ...env, SVC_SEEN: "as it is" },
      encoding: "utf8",
    });
    assert.notEqual(ran.status, 3, "the configuration can still read them");
    const reports = globSync("report*.json", { cwd: folder }).map((name) => readFileSync(join(folder, name), "utf8"));
    assert.equal(reports.length, 1, ran.stderr);
    assert.match(reports.join(), /SVC_SEEN/, "the report does quote the environment");
    assert.ok(!reports.join().includes(secret));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
