/**
 * `npm run proof`: runs all parts of the proof, or the named ones, and prints their figures as one table.
 * Options: command-line.ts. With `--short`, it runs the short forms, which are tests.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { seedOfRun } from "../conformance/harness/seed.ts";
import { needs } from "../tools/needs/all.ts";
import { ensure, mayInstall } from "../tools/needs/ensure.ts";
import { pathWithOwnPrograms } from "../tools/own-programs.ts";
import { builtServerVariable, buildServer } from "../tools/pack/built-server.ts";
import { sharedServerVariable, startPostgres } from "../tools/postgres/index.ts";
import { runSuite, usageOf } from "../tools/test-run/run-suite.ts";
import { suiteNamed } from "../tools/test-run/suites.ts";
import { withUsage } from "../tools/usage.ts";
import { readCommandLine, usage, type Choice } from "./command-line.ts";
import { inLanes } from "./lanes.ts";
import type { Part, PartOptions } from "./part.ts";
import { parts } from "./parts.ts";
import {
  hasPassed,
  markdownTable,
  terminalTable,
  withLastRun,
  withResults,
  type PartResult,
  type RecordedPart,
  type RunFacts,
} from "./report.ts";

const root = join(import.meta.dirname, "..");
/** The page with the last run of each part, and the file that it is written from. */
const page = join(root, "docs/proof.md");
const recordFile = join(root, "docs/proof-results.json");

/** Runs one part and measures it; anything that it throws is its result. */
async function runPart(part: Part, choice: Choice, seed: number): Promise<PartResult> {
  console.log(`\n=== ${part.name}: ${part.proves}`);
  const startedAt = performance.now();
  const options: PartOptions = {
    seed,
    engines: choice.engines,
    number: (name) => {
      const value = choice.numbers.get(name) ?? part.numbers[name];
      if (value === undefined) throw new Error(`${part.name} has no number ${name}.`);
      return value;
    },
    log: (line) => console.log(`${part.name}: ${line}`),
  };
  const done = (rest: Pick<PartResult, "figures" | "error">): PartResult => {
    return { part: part.name, proves: part.proves, seconds: (performance.now() - startedAt) / 1000, ...rest };
  };
  try {
    return done({ figures: await part.run(options), error: null });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : "something other than an error was thrown";
    console.error(text);
    return done({ figures: [], error: error instanceof Error ? error.message : text });
  }
}

function factsOf(seed: number): RunFacts {
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  let commit = "unknown";
  try {
    // Recorded results of earlier parts don't change the code.
    const changes = git("status", "--porcelain", "--", ".", ":!docs/proof.md", ":!docs/proof-results.json");
    commit = `${git("rev-parse", "--short=10", "HEAD")}${changes === "" ? "" : " with changes"}`;
  } catch {
    // The project may be a copy without history.
  }
  const date = new Date().toISOString().slice(0, 10);
  return { date, commit, seed, node: process.versions.node, cores: availableParallelism() };
}

const placeOf = (result: PartResult): number => parts.findIndex(({ name }) => name === result.part);

const namesOf = (results: readonly PartResult[]): readonly string[] => results.map(({ part }) => part);

/** Called after each part, so an interrupted run keeps its results. */
function record(results: readonly PartResult[], facts: RunFacts): void {
  const before = existsSync(recordFile) ? (JSON.parse(readFileSync(recordFile, "utf8")) as RecordedPart[]) : [];
  const names = parts.map(({ name }) => name);
  const recorded = withResults(before, results, facts, names);
  writeFileSync(recordFile, `${JSON.stringify(recorded, null, 2)}\n`);
  writeFileSync(page, withLastRun(readFileSync(page, "utf8"), markdownTable(recorded)));
}

async function main(words: readonly string[]): Promise<number> {
  const isToInstall = words.includes("--install");
  const choice = readCommandLine(
    words.filter((word) => word !== "--install"),
    parts,
  );
  if (choice.isListOnly) {
    for (const { name, proves, numbers } of parts) {
      const given = Object.entries(numbers).map(([option, value]) => `--${option} ${value}`);
      console.log(`${name.padEnd(16)} ${proves}${given.length === 0 ? "" : ` [${given.join(" ")}]`}`);
    }
    return 0;
  }
  const names = new Set(choice.parts.flatMap((part) => part.needs ?? []));
  const missing = await ensure({
    command: "npm run proof",
    needs: [...names].map((name) => needs[name]),
    mayInstall: mayInstall(isToInstall),
  });
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const startedAt = performance.now();
  const seed = choice.seed ?? seedOfRun();
  const facts = factsOf(seed);
  console.log(`seed ${seed}, commit ${facts.commit}, Node ${facts.node}, ${facts.cores} cores`);
  // Programs that a part starts by name must be this project's.
  process.env["PATH"] = pathWithOwnPrograms();
  const cache = mkdtempSync(join(tmpdir(), "svc-proof-compiled-"));
  process.env["NODE_COMPILE_CACHE"] = cache;
  const built = mkdtempSync(join(tmpdir(), "svc-proof-built-"));
  process.env[builtServerVariable] = buildServer(built);
  const postgres = await startPostgres();
  process.env[sharedServerVariable] = postgres.url;
  const results: PartResult[] = [];
  try {
    await inLanes(choice.parts, choice.atOnce, async (part) => {
      results.push(await runPart(part, choice, seed));
      results.sort((left, right) => placeOf(left) - placeOf(right));
      if (choice.isRecorded) record(results, facts);
    });
  } finally {
    await postgres.stop();
    for (const folder of [cache, built]) rmSync(folder, { recursive: true, force: true });
  }
  const wholeMinutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`\n${terminalTable(results)}\n\n${wholeMinutes} minutes, seed ${seed}`);
  if (choice.markdown !== null) {
    writeFileSync(choice.markdown, markdownTable(withResults([], results, facts, namesOf(results))));
  }
  const failed = results.filter((result) => !hasPassed(result));
  for (const { part } of failed) console.error(`FAILED: ${part}; repeat with: npm run proof -- ${part} --seed ${seed}`);
  return failed.length === 0 ? 0 : 1;
}

const words = process.argv.slice(2);
const short = "--short";
process.exitCode = words.includes(short)
  ? await withUsage(usageOf(suiteNamed("proof")), words, (given) =>
      runSuite(
        "proof",
        given.filter((word) => word !== short),
      ),
    )
  : await withUsage(usage, words, main);
