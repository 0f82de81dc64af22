/**
 * `npm run bench`: runs the floor and the service in pairs, and prints the ratio of their speeds.
 *
 *   npm run bench -- …              in pairs (options: command-line.ts)
 *   npm run bench -- --growth …     on databases that have grown (growth.ts)
 *   npm run bench -- --beside …     one client beside another's listings (beside.ts)
 *   npm run bench -- --strangers …  one client beside strangers at agent sign-in (strangers.ts)
 *   npm run bench -- --mcp …        a remote MCP server's tool, with and without the service (remote-tools.ts)
 *   npm run bench -- --cost …       what one execution writes and keeps (cost.ts)
 *   npm run bench -- --replicas …   with several servers over one database (replicas.ts)
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../conformance/harness/index.ts";
import { measureBeside } from "./beside.ts";
import { readCommandLine, usage, type Choice } from "./command-line.ts";
import { measureGrowth } from "./growth.ts";
import { measureWhatExecutionsCost } from "./cost.ts";
import { countCost, measurePairs, warmUp } from "./measure.ts";
import { memoryOf } from "./process-facts.ts";
import { measureRemoteTools } from "./remote-tools.ts";
import { measureReplicas } from "./replicas.ts";
import { factsLine, markdownOf, otherLines, statementLines, terminalTable } from "./report.ts";
import type { Cell, Memory, Results, RunFacts } from "./report.ts";
import { withRunContext, withBenchFixture, type RunContext } from "./fixture.ts";
import { timeStarts } from "./start-and-size.ts";
import { summarise } from "./statistics.ts";
import { measureStrangers } from "./strangers.ts";
import { pathWithOwnPrograms } from "../tools/own-programs.ts";
import { buildServer } from "../tools/pack/built-server.ts";
import { withUsage } from "../tools/usage.ts";

const root = join(import.meta.dirname, "..");
/** The connection counts at which statements and fsyncs are counted: without batches, and with large ones. */
const countedConnections: readonly number[] = [1, 32];

async function measureEngine(engine: Engine, choice: Choice, context: RunContext, built: string) {
  const cells: Cell[] = [];
  const memory = await withBenchFixture(context, { engine, built }, async (fixture): Promise<Memory> => {
    const idleMiB = memoryOf(fixture.service.pid)?.nowMiB ?? 0;
    for (const scenario of choice.scenarios) {
      const { compileRequests, compileMsMost: measureMs } = choice;
      await warmUp(fixture, scenario, { connections: 8, warmUpMs: 0, measureMs, requestsMost: compileRequests });
      for (const connections of choice.connections) {
        // A single connection runs different code than many, so both must be compiled.
        const requestsMost = Math.ceil(compileRequests / 4);
        await warmUp(fixture, scenario, { connections, warmUpMs: 0, measureMs, requestsMost });
        const extent = { connections, warmUpMs: choice.warmUpMs, measureMs: choice.measureMs };
        const pairs = await measurePairs(fixture, scenario, extent, choice.pairs);
        const summary = summarise(pairs);
        const wanted = scenario.wanted[engine];
        cells.push({ engine, scenario: scenario.name, connections, wanted, pairs: pairs.length, summary, cost: null });
        console.log(`${engine} ${scenario.name} c=${connections}: ${summary.ratio.median.toFixed(2)} of the floor`);
      }
    }
    return { engine, idleMiB, mostMiB: memoryOf(fixture.service.pid)?.mostMiB ?? 0 };
  });
  return { cells: choice.isCounted ? await withCosts(cells, choice, context) : cells, memory };
}

/** Counts on separate servers, because counting takes time. */
async function withCosts(cells: readonly Cell[], choice: Choice, context: RunContext): Promise<readonly Cell[]> {
  const [first] = cells;
  if (first === undefined) return [];
  return await withBenchFixture(context, { engine: first.engine, isCounting: true }, async (fixture) => {
    const counted: Cell[] = [];
    for (const cell of cells) {
      const scenario = choice.scenarios.find(({ name }) => name === cell.scenario);
      if (scenario === undefined || !countedConnections.includes(cell.connections)) {
        counted.push(cell);
        continue;
      }
      const extent = { connections: cell.connections, warmUpMs: 0, measureMs: choice.countMs };
      const floor = await countCost(fixture, scenario, "floor", extent);
      const service = await countCost(fixture, scenario, "service", extent);
      counted.push({ ...cell, cost: { floor, service } });
    }
    return counted;
  });
}

function factsOf(): RunFacts {
  const git = (...words: string[]): string => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  let commit = "unknown";
  try {
    commit = `${git("rev-parse", "--short=10", "HEAD")}${git("status", "--porcelain") === "" ? "" : " with changes"}`;
  } catch {
    // The project may be a copy without history.
  }
  return {
    commit,
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
  };
}

async function measureAll(choice: Choice): Promise<Results> {
  const cells: Cell[] = [];
  const memory: Memory[] = [];
  const facts = factsOf();
  console.log(factsLine(facts));
  const started = choice.starts === 0 ? null : await timeStarts(choice.starts);
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  try {
    const built = buildServer(folder);
    await withRunContext(choice.engines, async (context) => {
      for (const engine of choice.engines) {
        const found = await measureEngine(engine, choice, context, built);
        cells.push(...found.cells);
        memory.push(found.memory);
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    facts,
    cells,
    memory,
    idleMiB: started?.idleMiB ?? null,
    timings: started?.timings ?? [],
    packages: started?.packages ?? null,
  };
}

async function measureSpeed(choice: Choice): Promise<void> {
  const results = await measureAll(choice);
  console.log(`\n${terminalTable(results.cells)}\n\nOf two numbers in a cell, the first is the floor's.\n`);
  console.log(results.cells.flatMap(statementLines).join("\n"));
  console.log(otherLines(results).join("\n"));
  if (choice.jsonFile !== null) writeFileSync(choice.jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  if (choice.markdownFile !== null) writeFileSync(choice.markdownFile, markdownOf(results));
}

// Programs started by name must be this project's.
process.env["PATH"] = pathWithOwnPrograms();
process.exitCode = await withUsage(usage, process.argv.slice(2), async (words) => {
  const [kind = "", ...rest] = words;
  if (kind === "--growth") return (await measureGrowth(rest)) ? 0 : 1;
  if (kind === "--beside") await measureBeside(rest);
  else if (kind === "--strangers") await measureStrangers(rest);
  else if (kind === "--mcp") await measureRemoteTools(rest);
  else if (kind === "--cost") await measureWhatExecutionsCost(rest);
  else if (kind === "--replicas") await measureReplicas(rest);
  else await measureSpeed(readCommandLine(words));
  return 0;
});
