/**
 * What `npm test` runs: one PostgreSQL for all, then every test file under node:test. Words after `npm test --` choose
 * the files whose path holds one of them; options go to node:test.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "../browser/ensure-chromium.ts";
import { pathWithOwnPrograms } from "../own-programs.ts";
import { builtServerVariable, buildServer } from "../pack/built-server.ts";
import { sharedServerVariable, startPostgres } from "../postgres/index.ts";
import { chosenFiles, faultsOfRun } from "./judge.ts";

const root = join(import.meta.dirname, "../..");
const patterns = ["packages/*/test/**", "providers/*/test/**", "conformance/**", "tools/**", "bench/**", "examples/**"];
const testTimeoutMs = 600_000;
// More than the two cores of a usual machine: many tests wait, for leases, for browsers, for a process to end.
const filesAtOnce = 3;

async function main(): Promise<number> {
  if (Number(process.versions.node.split(".")[0]) < 24) {
    console.error(`The tests need Node 24 and this is ${process.versions.node}: run them by npm test, after npm ci.`);
    return 1;
  }
  const options = process.argv.slice(2).filter((word) => word.startsWith("-"));
  const filters = process.argv.slice(2).filter((word) => !word.startsWith("-"));
  const all = globSync(
    patterns.map((pattern) => `${pattern}/*.test.ts`),
    { cwd: root, exclude: ["**/node_modules/**"] },
  );
  const files = chosenFiles(all, filters);
  if (files.length === 0) {
    console.error(`No test file ${filters.length === 0 ? "was found" : `has ${filters.join(" or ")} in its path`}.`);
    return 1;
  }

  if (files.some((file) => file.endsWith(".browser.test.ts"))) ensureChromium();

  const folder = await mkdtemp(join(tmpdir(), "svc-test-"));
  const postgres = await startPostgres();
  try {
    const built = files.some((file) => file.startsWith("conformance/")) ? buildServer(join(folder, "built")) : null;
    const { tap, status } = await runTests(files, options, { folder, postgresUrl: postgres.url, built });
    const faults =
      status === 0
        ? faultsOfRun(
            tap,
            files,
            options.some((option) => option.includes("-name-pattern") || option.includes("-skip-pattern")),
          )
        : [];
    for (const fault of faults) console.error(fault);
    return faults.length === 0 ? status : 1;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Ground = { folder: string; postgresUrl: string; built: string | null };

async function runTests(
  files: readonly string[],
  options: readonly string[],
  { folder, postgresUrl, built }: Ground,
): Promise<{ tap: string; status: number }> {
  const record = join(folder, "run.tap");
  const cache = join(folder, "compiled");
  await mkdir(cache);
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--test",
      `--test-concurrency=${filesAtOnce}`,
      `--test-timeout=${testTimeoutMs}`,
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      "--test-reporter=tap",
      `--test-reporter-destination=${record}`,
      ...options,
      ...files,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        // A test that starts `node` or `svc` by name gets this project's.
        PATH: pathWithOwnPrograms(),
        NODE_COMPILE_CACHE: cache,
        [sharedServerVariable]: postgresUrl,
        ...(built === null ? {} : { [builtServerVariable]: built }),
      },
    },
  );
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [status] = await exit;
  return { tap: await readFile(record, "utf8").catch(() => ""), status: status ?? 1 };
}

process.exitCode = await main();
