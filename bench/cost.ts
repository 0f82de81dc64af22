/**
 * Measures what one execution writes and keeps. Unlike times, these figures don't depend on how busy the machine is, so
 * they can be compared between runs:
 *
 * - on PostgreSQL the bytes of its log, the round trips that write (each is a commit), and the bytes that tables and
 *   indexes keep; and how much more that is, with the processor time, if many service clients share the server;
 * - on SQLite the system calls that write, wait for the disk, lock and look at files, and the bytes that are kept.
 *
 *   npm run bench -- --cost [--engine sqlite|postgres] [--executions 2000] [--clients 10] [--rounds 3] [--markdown FILE]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { enginesOf } from "../conformance/harness/engines.ts";
import { makeHome, type Engine, type ServerHome } from "../conformance/harness/index.ts";
import { median } from "../tools/median.ts";
import { wholeNumberOf } from "../tools/usage.ts";
import { chosenScenarios } from "./command-line.ts";
import { openFootprint, type Footprint } from "./cost-footprint.ts";
import { costTable, type CostRow } from "./cost-report.ts";
import { countingEnv, withRunContext, type RunContext } from "./fixture.ts";
import { costOf, drive, takeCounts } from "./measure.ts";
import { countCalls, cpuMsOf, cpuMsOfFamily, fsyncCalls, hasStrace, sumOfCalls } from "./process-facts.ts";
import type { Scenario } from "./scenarios.ts";
import { makeConnection, startService, type BenchConnection, type Target } from "./targets.ts";

type Choice = { executions: number; clients: number; rounds: number };

/** A server to measure, the connections of its service clients, and the database that it writes to. */
type Subject = {
  readonly context: RunContext;
  readonly server: Target;
  readonly countsFile: string;
  readonly connections: readonly BenchConnection[];
  readonly footprint: Footprint;
};

/** How many requests are in flight, whatever the number of service clients. */
const inFlight = 20;
/** Longer than any run takes; the number of requests ends it. */
const measureMs = 600_000;

/** Runs a number of executions. @returns how many were sent. */
async function execute(
  { context, server }: Subject,
  { service }: Scenario,
  clients: readonly BenchConnection[],
  { count, connections = inFlight }: { count: number; connections?: number },
): Promise<number> {
  const requests = clients.map((connection) => service(connection));
  const extent = { connections, warmUpMs: 0, measureMs, requestsMost: count };
  return (await drive(context.load, server.port, requests, extent)).sent;
}

/** One round on PostgreSQL. Everything is per execution. */
async function roundOnPostgres(
  subject: Subject,
  scenario: Scenario,
  clients: readonly BenchConnection[],
  count: number,
) {
  const { context, server, countsFile, footprint } = subject;
  // After a checkpoint, the first change of each page writes all of it.
  await footprint.settle();
  await execute(subject, scenario, clients, { count: count / 2 });
  await takeCounts(server.pid, countsFile);
  const cpuMs = () => (cpuMsOf(server.pid) ?? NaN) + (cpuMsOfFamily(context.postmasterPid ?? -1) ?? NaN);
  const [logBefore, cpuBefore] = [await footprint.logBytes(), cpuMs()];
  const sent = await execute(subject, scenario, clients, { count });
  const [logAfter, cpuAfter] = [await footprint.logBytes(), cpuMs()];
  const { roundTrips } = costOf(await takeCounts(server.pid, countsFile), null, sent);
  return { logBytes: (logAfter - logBefore) / sent, roundTrips, cpuMs: (cpuAfter - cpuBefore) / sent };
}

/** The bytes that one execution leaves, when all tables and indexes are packed. */
async function keptBytes(subject: Subject, scenario: Scenario, count: number): Promise<number> {
  const before = await subject.footprint.keptBytes();
  const sent = await execute(subject, scenario, subject.connections.slice(0, 1), { count });
  return ((await subject.footprint.keptBytes()) - before) / sent;
}

async function onPostgres(subject: Subject, { executions, clients, rounds }: Choice): Promise<readonly CostRow[]> {
  const rows: CostRow[] = [];
  for (const scenario of chosenScenarios(["read", "write"])) {
    const { name } = scenario;
    const ofOne: Awaited<ReturnType<typeof roundOnPostgres>>[] = [];
    const ofMany: typeof ofOne = [];
    for (let round = 0; round < rounds; round += 1) {
      ofOne.push(await roundOnPostgres(subject, scenario, subject.connections.slice(0, 1), executions));
      ofMany.push(await roundOnPostgres(subject, scenario, subject.connections, executions));
    }
    for (const [what, goal] of [
      ["logBytes", "log"],
      ["roundTrips", null],
      ["cpuMs", null],
    ] as const) {
      const one = median(ofOne.map((round) => round[what]));
      rows.push({ engine: "postgres", scenario: name, what, goal, value: one });
      const ratio = median(ofMany.map((round, index) => round[what] / (ofOne[index]?.[what] ?? NaN)));
      rows.push({
        engine: "postgres",
        scenario: name,
        what: `${what} of ${clients} clients`,
        goal: "clients",
        value: ratio,
      });
    }
    rows.push({
      engine: "postgres",
      scenario: name,
      what: "keptBytes",
      goal: "kept",
      value: await keptBytes(subject, scenario, executions),
    });
  }
  return rows;
}

const writeCalls: readonly string[] = ["pwrite64", "write"];
const lockCalls: readonly string[] = ["fcntl"];
const lookUpCalls: readonly string[] = ["stat", "newfstatat", "statx", "statfs", "access", "faccessat", "faccessat2"];

async function onSqlite(subject: Subject, { executions }: Choice): Promise<readonly CostRow[]> {
  const rows: CostRow[] = [];
  for (const scenario of chosenScenarios(["read", "write"])) {
    const add = (what: string, value: number, goal: CostRow["goal"] = null) =>
      rows.push({ engine: "sqlite", scenario: scenario.name, what, goal, value });
    for (const connections of hasStrace ? [1, 32] : []) {
      const run = () => execute(subject, scenario, subject.connections.slice(0, 1), { count: executions, connections });
      await run();
      const names = [...writeCalls, ...lockCalls, ...lookUpCalls, ...fsyncCalls];
      const { calls, result: sent } = await countCalls([subject.server.pid], names, run);
      const each = (of: readonly string[]) => sumOfCalls(calls, of) / sent;
      add(`writes at ${connections}`, each(writeCalls));
      add(`syncs at ${connections}`, each(fsyncCalls));
      add(`locks at ${connections}`, each(lockCalls));
      add(`look-ups at ${connections}`, each(lookUpCalls));
    }
    add("keptBytes", await keptBytes(subject, scenario, executions), "kept");
  }
  return rows;
}

async function withSubject<Result>(
  context: RunContext,
  engine: Engine,
  clients: number,
  work: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const home: ServerHome = await makeHome(engine);
  const countsFile = join(home.folder, "counts");
  let server: Target | null = null;
  let footprint: Footprint | null = null;
  try {
    server = await startService(home, context.upstream, engine === "postgres" ? countingEnv(countsFile) : {});
    const connections: BenchConnection[] = [];
    for (let number = 0; number < clients; number += 1) {
      connections.push(await makeConnection(home, server, context.credential, `bench-${number}`));
    }
    footprint = await openFootprint(engine, home);
    return await work({ context, server, countsFile, connections, footprint });
  } finally {
    await footprint?.close();
    await server?.stop();
    await home.remove();
  }
}

/** @param words after `--cost`. @throws UsageError or a TypeError of `parseArgs` for unknown options. */
export async function measureWhatExecutionsCost(words: readonly string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...words],
    options: { engine: text, executions: text, clients: text, rounds: text, markdown: text },
  });
  const choice: Choice = {
    executions: wholeNumberOf("executions", values.executions ?? "2000", 6),
    clients: wholeNumberOf("clients", values.clients ?? "10", 2),
    rounds: wholeNumberOf("rounds", values.rounds ?? "3", 2),
  };
  const engines = enginesOf(values.engine);
  const rows = await withRunContext(engines, async (context) => {
    const all: CostRow[] = [];
    for (const engine of engines) {
      const clients = engine === "postgres" ? choice.clients : 1;
      const measure = engine === "postgres" ? onPostgres : onSqlite;
      all.push(...(await withSubject(context, engine, clients, (subject) => measure(subject, choice))));
    }
    return all;
  });
  const table = costTable(rows);
  console.log(table);
  if (values.markdown !== undefined) writeFileSync(values.markdown, table);
}
