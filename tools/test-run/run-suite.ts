/** Runs one suite of tests, or its files with certain words in their paths, and prints how it went. */
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { needs } from "../needs/all.ts";
import { ensure, mayInstall } from "../needs/ensure.ts";
import { pathWithOwnPrograms } from "../own-programs.ts";
import { builtServerVariable, buildServer } from "../pack/built-server.ts";
import { sharedServerVariable, startPostgres } from "../postgres/index.ts";
import { UsageError } from "../usage.ts";
import { Reporter } from "./reporter.ts";
import { runFiles } from "./run-files.ts";
import { filesOf, groupsOf, needsOf, suiteNamed, suites, type Suite } from "./suites.ts";

const root = join(import.meta.dirname, "../..");
const testTimeoutMs = 600_000;
// More than the processors: many tests wait for disks, leases, browsers or exiting processes.
const filesAtOnce = String(availableParallelism() + 2);

/** The text of `--help` for a suite's command. */
export function usageOf({ command, does, options = {} }: Suite): string {
  const start = command.includes(" -- ") ? command : `${command} --`;
  const own = Object.entries(options).map(([name, option]) => `\n  ${`${start} --${name}`.padEnd(37)}${option.does}`);
  const rows = suites.map((suite) => `  ${suite.command.padEnd(27)}${suite.does}; needs ${needsOf(suite)}`);
  return `${command} ${does}.

  ${start} [word…]                     files with one of these words in their paths
  ${start} --test-name-pattern=REGEX   tests with matching names
  ${start} --test-concurrency=N        files at once, ${filesAtOnce} here by default
  ${start} --verbose                   prints every test, and what tests print
  ${start} --install                   installs what is missing; with CI=true, always${own.join("")}

All suites:
${rows.join("\n")}`;
}

/**
 * Runs a suite.
 * @param words after the command: see `usageOf`.
 * @returns the exit code.
 * @throws UsageError or a TypeError of `parseArgs` for words that make no sense.
 */
export async function runSuite(name: string, words: readonly string[]): Promise<number> {
  const suite = suiteNamed(name);
  const own = Object.keys(suite.options ?? {});
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      "test-name-pattern": { type: "string", multiple: true, default: [] },
      "test-concurrency": { type: "string", default: filesAtOnce },
      verbose: { type: "boolean", default: false },
      install: { type: "boolean", default: false },
      ...Object.fromEntries(own.map((option) => [option, { type: "boolean", default: false } as const])),
    },
  });
  const files = chosenFiles(suite, positionals);
  const missing = await ensure({
    command: suite.command,
    needs: suite.needs.map((need) => needs[need]),
    mayInstall: mayInstall(values.install),
  });
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  for (const [option, { module }] of Object.entries(suite.options ?? {})) {
    if (!(values as Readonly<Record<string, unknown>>)[option]) continue;
    const { run: before } = (await import(join(root, module))) as { run: () => Promise<void> };
    await before();
  }
  // A suite's name is a file's path, which a pattern may match.
  const isShared = values["test-name-pattern"].length === 0;
  return await run(isShared ? groupsOf(suite, files) : files.map((file) => [file]), {
    env: suite.again ?? {},
    namePatterns: values["test-name-pattern"],
    filesAtOnce: Number(values["test-concurrency"]),
    isVerbose: values.verbose,
  });
}

/** @throws UsageError if no file matches; the error names the suites that have matching files. */
function chosenFiles(suite: Suite, words: readonly string[]): readonly string[] {
  const isChosen = (file: string): boolean => words.length === 0 || words.some((word) => file.includes(word));
  const files = filesOf(suite).filter(isChosen);
  if (words.length === 0) return files;
  for (const other of suites) {
    const count = other === suite ? 0 : filesOf(other).filter(isChosen).length;
    if (count > 0) console.log(`${count} more with these words: ${withWords(other.command, words)}`);
  }
  if (files.length === 0) throw new UsageError(`No file of ${suite.command} has ${words.join(" or ")} in its path.`);
  return files;
}

function withWords(command: string, words: readonly string[]): string {
  return [command.includes(" -- ") ? command : `${command} --`, ...words].join(" ");
}

/** Runs files with one PostgreSQL and, if they start servers from outside, one built server. */
async function run(
  groups: readonly (readonly string[])[],
  options: {
    env: Readonly<Record<string, string>>;
    namePatterns: readonly string[];
    filesAtOnce: number;
    isVerbose: boolean;
  },
): Promise<number> {
  process.chdir(root);
  const files = groups.flat();
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopping.abort());
  const folder = await mkdtemp(join(tmpdir(), "svc-test-"));
  const postgres = await startPostgres();
  try {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...options.env,
      // A test that starts `node` or `svc` by name gets this project's.
      PATH: pathWithOwnPrograms(),
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      [sharedServerVariable]: postgres.url,
    };
    if (files.some((file) => /^(conformance|proof)\//.test(file))) {
      env[builtServerVariable] = buildServer(join(folder, "built"));
    }
    const { failed, faults } = await runFiles(
      groups.map((group) => group.map((file) => join(root, file))),
      {
        filesAtOnce: options.filesAtOnce,
        testTimeoutMs,
        namePatterns: options.namePatterns,
        env,
        signal: stopping.signal,
        reporter: new Reporter({
          output: process.stdout,
          filesTotal: files.length,
          isVerbose: options.isVerbose,
          root,
        }),
      },
    );
    return failed.length + faults.length === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
