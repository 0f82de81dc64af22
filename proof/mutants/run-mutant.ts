/** Applies a mutant and runs the tests that should notice it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { builtServerVariable } from "../../tools/pack/built-server.ts";
import type { Edit, Mutant } from "./mutant.ts";
import { compatible, plant } from "./apply-mutant.ts";

export interface MutantResult {
  readonly mutant: Mutant;
  /** The first test that failed; null if all passed. */
  readonly caughtBy: string | null;
  readonly seconds: number;
}

/** The time limit for all tests together; a mutant that makes them hang counts as noticed. */
const runTimeoutMs = 300_000;

/**
 * Runs all these tests once without a fault: a test that fails anyway proves nothing.
 * @returns the names of failed tests.
 */
export async function failuresWithoutFault(folder: string, mutants: readonly Mutant[]): Promise<readonly string[]> {
  const quick = mutants.filter(({ generates }) => generates !== true);
  const { failed } = await runTests(folder, [...new Set(quick.flatMap(({ tests }) => tests))]);
  const faults = [...failed];
  // Browser tests take long, so run only those that run with the fault.
  const slow = mutants.filter(({ generates }) => generates === true);
  const runs = Map.groupBy(slow, ({ tests, pattern }) => JSON.stringify([tests, pattern]));
  for (const [one] of runs.values()) {
    if (one !== undefined) faults.push(...(await runTests(folder, one.tests, one.pattern)).failed);
  }
  return faults;
}

/** Applies a mutant, runs its tests, and reverts it. */
export async function runMutant(folder: string, mutant: Mutant): Promise<MutantResult> {
  const startedAt = performance.now();
  const takeOut = plant(folder, mutant.edits);
  try {
    if (mutant.generates === true) await generate(folder);
    const { failed } = await runTests(folder, mutant.tests, mutant.pattern);
    return { mutant, caughtBy: failed[0] ?? null, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    takeOut();
    if (mutant.generates === true) await generate(folder);
  }
}

/** The type checker's errors in the changed files, except for unused names. */
export async function typeErrors(folder: string, mutants: readonly Mutant[]): Promise<readonly string[]> {
  const errors: string[] = [];
  for (const edits of compatible(folder, mutants)) errors.push(...(await typeErrorsOf(folder, edits)));
  return errors;
}

const unused = /error TS(?:6133|6192|6196|6198):/;

async function typeErrorsOf(folder: string, edits: readonly Edit[]): Promise<readonly string[]> {
  const takeOut = plant(folder, edits);
  try {
    const { output } = await run(folder, [join(folder, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json"]);
    const files = new Set(edits.map(({ file }) => file));
    const isAbout = (line: string): boolean => files.has(line.slice(0, line.indexOf("(")));
    return output.split("\n").filter((line) => isAbout(line) && !unused.test(line));
  } finally {
    takeOut();
  }
}

async function generate(folder: string): Promise<void> {
  const { status, output } = await run(folder, ["tools/generate/main.ts"]);
  if (status !== 0) throw new Error(`Generating failed: ${output.slice(-2000)}`);
}

async function runTests(
  folder: string,
  files: readonly string[],
  pattern?: string,
): Promise<{ readonly failed: readonly string[] }> {
  const own = await mkdtemp(join(tmpdir(), "svc-mutants-run-"));
  const record = join(own, "run.tap");
  try {
    const { status, output } = await run(folder, [
      "--disable-warning=ExperimentalWarning",
      "--test",
      "--test-concurrency=2",
      "--test-timeout=120000",
      "--test-reporter=tap",
      `--test-reporter-destination=${record}`,
      ...(pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]),
      ...files,
    ]);
    const tap = await readFile(record, "utf8").catch(() => "");
    const failed = [...tap.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(([, name = ""]) => name);
    if (status === null) failed.push("the tests hang");
    if (status !== 0 && failed.length === 0)
      throw new Error(`No test of ${files.join(", ")} ran: ${output.slice(-2000)}`);
    return { failed };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Runs this Node in the copy. @returns its exit code, null if it didn't exit in time. */
async function run(folder: string, args: readonly string[]): Promise<{ status: number | null; output: string }> {
  // Without the built server, which lacks the fault: tests start the copy's sources.
  const { NODE_TEST_CONTEXT: _context, [builtServerVariable]: _built, ...inherited } = process.env;
  const path = [join(folder, "node_modules/.bin"), inherited["PATH"] ?? ""].join(delimiter);
  // Suites run on SQLite only; PostgreSQL's own tests run on PostgreSQL.
  const env = { ...inherited, PATH: path, SVC_CONFORMANCE_ENGINE: "sqlite" };
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const timer = setTimeout(() => endGroup(child.pid), runTimeoutMs);
  const [status] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  endGroup(child.pid);
  return { status, output };
}

/** Kills the run and everything that it started, including servers. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group has already exited.
  }
}
