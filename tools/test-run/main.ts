/**
 * The program behind `npm test`: runs every test file, with one PostgreSQL and one built server. Words after `npm test
 * --` select files whose path contains one of them; `--test-name-pattern` and `--test-concurrency` are node:test's.
 */
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "../browser/ensure-chromium.ts";
import { pathWithOwnPrograms } from "../own-programs.ts";
import { builtServerVariable, buildServer } from "../pack/built-server.ts";
import { sharedServerVariable, startPostgres } from "../postgres/index.ts";
import { runFiles } from "./run-files.ts";

const root = join(import.meta.dirname, "../..");
// The folders with the longest files come first, so that every core stays busy until the end.
const patterns = [
  "proof/**",
  "conformance/**",
  "tools/**",
  "examples/**",
  "packages/*/test/**",
  "bench/**",
  "providers/*/test/**",
];
const testTimeoutMs = 600_000;
// More than the two cores of a typical machine: many tests wait for leases, browsers or exiting processes.
const filesAtOnce = "3";

async function main(): Promise<number> {
  if (Number(process.versions.node.split(".")[0]) < 24) {
    console.error(`The tests need Node 24 and this is ${process.versions.node}: run them by npm test, after npm ci.`);
    return 1;
  }
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: {
      "test-name-pattern": { type: "string", multiple: true, default: [] },
      "test-concurrency": { type: "string", default: filesAtOnce },
    },
  });
  const files = patterns
    .flatMap((pattern) => globSync(`${pattern}/*.test.ts`, { cwd: root, exclude: ["**/node_modules/**"] }).toSorted())
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (files.length === 0) {
    console.error(`No test file ${words.length === 0 ? "was found" : `has ${words.join(" or ")} in its path`}.`);
    return 1;
  }
  if (files.some((file) => file.endsWith(".browser.test.ts"))) ensureChromium();
  process.chdir(root);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopping.abort());
  const folder = await mkdtemp(join(tmpdir(), "svc-test-"));
  const postgres = await startPostgres();
  try {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      // A test that starts `node` or `svc` by name gets this project's.
      PATH: pathWithOwnPrograms(),
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      [sharedServerVariable]: postgres.url,
    };
    if (files.some((file) => /^(conformance|proof)\//.test(file))) {
      env[builtServerVariable] = buildServer(join(folder, "built"));
    }
    const { failed, faults } = await runFiles(
      files.map((file) => join(root, file)),
      {
        filesAtOnce: Number(values["test-concurrency"]),
        testTimeoutMs,
        namePatterns: values["test-name-pattern"],
        env,
        signal: stopping.signal,
      },
    );
    for (const fault of faults) console.error(fault);
    return failed.length + faults.length === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
