/** Plants the faults one by one and sees whether the tests that claim to hold each promise notice. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { builtServerVariable } from "../../tools/pack/built-server.ts";
import type { Edit, Mutant } from "./mutant.ts";
import { compatible, plant } from "./apply-mutant.ts";

/** What became of one fault. */
export interface MutantResult {
  readonly mutant: Mutant;
  /** The first test that failed; null where all passed. */
  readonly caughtBy: string | null;
  readonly seconds: number;
}

/** Tests are given this long in all; a fault that makes them hang has been noticed by then. */
const runTimeoutMs = 300_000;

/**
 * Runs every test that is claimed once without any fault: a test that fails anyway notices nothing.
 * @returns the names of those that fail.
 */
export async function failuresWithoutFault(folder: string, mutants: readonly Mutant[]): Promise<readonly string[]> {
  const quick = mutants.filter(({ generates }) => generates !== true);
  const { failed } = await runTests(folder, [...new Set(quick.flatMap(({ tests }) => tests))]);
  const faults = [...failed];
  // Whole files of browsers take long: of them only what is run with the fault.
  const slow = mutants.filter(({ generates }) => generates === true);
  const runs = Map.groupBy(slow, ({ tests, pattern }) => JSON.stringify([tests, pattern]));
  for (const [one] of runs.values()) {
    if (one !== undefined) faults.push(...(await runTests(folder, one.tests, one.pattern)).failed);
  }
  return faults;
}

/** Plants one fault, runs its tests, and takes it out again. */
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

/** The type checker's words about the changed files; what a fault leaves unused is none of them. */
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
  if (status !== 0) throw new Error(`What is generated cannot be: ${output.slice(-2000)}`);
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

/** Runs this Node in the copy. @returns its exit code, null where it did not end in time. */
async function run(folder: string, args: readonly string[]): Promise<{ status: number | null; output: string }> {
  // Nor the program that was built without the fault: tests of whole servers start the copy's sources.
  const { NODE_TEST_CONTEXT: _context, [builtServerVariable]: _built, ...inherited } = process.env;
  const path = [join(folder, "node_modules/.bin"), inherited["PATH"] ?? ""].join(delimiter);
  // One engine where one is enough: the tests of a suite run on SQLite, those of PostgreSQL on PostgreSQL.
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

/** Ends the run with all that it started; servers of its tests among them. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
