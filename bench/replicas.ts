/**
 * Measures N server processes on one PostgreSQL: a request's cost for them and for the database as N grows. On one
 * machine, more servers aren't faster; the question is whether they raise each other's costs.
 *
 *   npm run bench -- --replicas [--most 3] [--only read,write] [--connections 24] [--measure-ms 1500] [--markdown FILE]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeHome } from "../conformance/harness/index.ts";
import { wholeNumberOf } from "../tools/usage.ts";
import { startProgram, type Started } from "./child.ts";
import { chosenScenarios } from "./command-line.ts";
import { costOf, drive, takeCounts, type Extent } from "./measure.ts";
import { cpuMsOf, cpuMsOfFamily } from "./process-facts.ts";
import type { Scenario } from "./scenarios.ts";
import { countingEnv, withRunContext, type RunContext } from "./fixture.ts";
import type { StatementCounts } from "./statement-counter.ts";
import { makeConnection, startService, type Target, type BenchConnection } from "./targets.ts";

/** Servers on one database, and a load generator for each. */
interface Replicas {
  readonly servers: readonly Target[];
  readonly loads: readonly Started<unknown>[];
  readonly connection: BenchConnection;
  /** The servers' files for counts; empty if they don't count. */
  readonly countsFiles: readonly string[];
}

/** The cost of a request; processor time in milliseconds. */
interface Row {
  readonly scenario: string;
  readonly replicas: number;
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  readonly statements: number;
  readonly roundTrips: number;
}

async function onReplicas<Result>(
  context: RunContext,
  options: { count: number; isCounting: boolean },
  work: (replicas: Replicas) => Promise<Result>,
): Promise<Result> {
  const home = await makeHome("postgres");
  const servers: Target[] = [];
  const loads: Started<unknown>[] = [];
  const numbers = Array.from({ length: options.count }, (_, number) => number);
  const countsFiles = options.isCounting ? numbers.map((number) => join(home.folder, `counts-${number}`)) : [];
  try {
    // The first creates the schema and the sandbox's key.
    for (const number of numbers) {
      const file = countsFiles[number];
      servers.push(await startService(home, context.upstream, file === undefined ? {} : countingEnv(file)));
      loads.push(await startProgram("load.ts", null));
    }
    const [first] = servers;
    if (first === undefined) throw new Error("There is no server to measure.");
    return await work({
      servers,
      loads,
      countsFiles,
      connection: await makeConnection(home, first, context.credential),
    });
  } finally {
    await Promise.all([...servers, ...loads].map((each) => each.stop()));
    await home.remove();
  }
}

/** Runs the load on all servers concurrently, each with its share of the connections. */
async function driveAll({ servers, loads, connection }: Replicas, scenario: Scenario, extent: Extent) {
  const request = scenario.service(connection);
  const connections = Math.max(1, Math.round(extent.connections / servers.length));
  const runs = servers.flatMap(({ port }, number) => {
    const load = loads[number];
    return load === undefined ? [] : [drive(load, port, request, { ...extent, connections })];
  });
  const done = await Promise.all(runs);
  const sum = (part: "sent" | "perSecond"): number => done.reduce((total, run) => total + run[part], 0);
  return { sent: sum("sent"), perSecond: sum("perSecond") };
}

async function timed(replicas: Replicas, scenario: Scenario, extent: Extent, postmasterPid: number) {
  await driveAll(replicas, scenario, { ...extent, warmUpMs: 0 });
  const cpu = () => ({
    servers: replicas.servers.reduce((total, { pid }) => total + (cpuMsOf(pid) ?? 0), 0),
    database: cpuMsOfFamily(postmasterPid) ?? 0,
  });
  const before = cpu();
  const { sent, perSecond } = await driveAll(replicas, scenario, extent);
  const after = cpu();
  return {
    perSecond,
    cpuMs: (after.servers - before.servers) / sent,
    databaseCpuMs: (after.database - before.database) / sent,
  };
}

async function counted({ servers, countsFiles, ...rest }: Replicas, scenario: Scenario, extent: Extent) {
  const replicas = { servers, countsFiles, ...rest };
  const take = (): Promise<StatementCounts[]> =>
    Promise.all(servers.map(({ pid }, number) => takeCounts(pid, countsFiles[number] ?? "")));
  await driveAll(replicas, scenario, { ...extent, warmUpMs: 0, measureMs: 200 });
  await take();
  const { sent } = await driveAll(replicas, scenario, extent);
  const { statements, roundTrips } = costOf(sumOf(await take()), null, sent);
  return { statements, roundTrips };
}

/** The sum of several servers' counts. */
export function sumOf(all: readonly StatementCounts[]): StatementCounts {
  const executed: Record<string, number> = {};
  for (const counts of all) {
    for (const [sql, count] of Object.entries(counts.executed)) executed[sql] = (executed[sql] ?? 0) + count;
  }
  const sum = (part: "planned" | "roundTrips"): number => all.reduce((total, counts) => total + counts[part], 0);
  return { executed, planned: sum("planned"), roundTrips: sum("roundTrips") };
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ scenario, replicas, perSecond, cpuMs, databaseCpuMs, statements, roundTrips }) => {
    const numbers = [cpuMs.toFixed(2), databaseCpuMs.toFixed(2), statements.toFixed(1), roundTrips.toFixed(1)];
    return `| ${scenario} | ${replicas} | ${numbers.join(" | ")} | ${perSecond.toFixed(0)} |`;
  });
  return [
    "| Scenario | Servers | CPU ms | Database's CPU ms | Statements | Round trips | Requests per second |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

/** @param words after `--replicas`. @throws UsageError or a TypeError of `parseArgs` for unknown options. */
export async function measureReplicas(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      most: { type: "string", default: "3" },
      only: { type: "string", default: "read,write,session,executions" },
      connections: { type: "string", default: "24" },
      "measure-ms": { type: "string", default: "1500" },
      markdown: { type: "string" },
    },
  });
  const scenarios = chosenScenarios(values.only.split(","));
  const measureMs = wholeNumberOf("measure-ms", values["measure-ms"], 6);
  const replicasMost = wholeNumberOf("most", values.most, 2);
  const extent = {
    connections: wholeNumberOf("connections", values.connections, 6),
    warmUpMs: measureMs / 4,
    measureMs,
  };
  const rows: Row[] = [];
  await withRunContext(["postgres"], async (context) => {
    const { postmasterPid } = context;
    if (postmasterPid === null) throw new Error("The replicas are measured on a PostgreSQL that the bench starts.");
    for (let count = 1; count <= replicasMost; count += 1) {
      const costs = await onReplicas(context, { count, isCounting: true }, async (replicas) => {
        const found = [];
        for (const scenario of scenarios) found.push(await counted(replicas, scenario, extent));
        return found;
      });
      await onReplicas(context, { count, isCounting: false }, async (replicas) => {
        for (const [index, scenario] of scenarios.entries()) {
          const cost = costs[index] ?? { statements: NaN, roundTrips: NaN };
          const times = await timed(replicas, scenario, extent, postmasterPid);
          rows.push({ scenario: scenario.name, replicas: count, ...times, ...cost });
        }
      });
    }
  });
  rows.sort(
    (a, b) =>
      scenarios.findIndex(({ name }) => name === a.scenario) - scenarios.findIndex(({ name }) => name === b.scenario),
  );
  console.log(tableOf(rows));
  if (values.markdown !== undefined) writeFileSync(values.markdown, tableOf(rows));
}
