/** Measures floor and service: pairs of runs for the ratios, and separate runs for the counts. */
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Started } from "./child.ts";
import type { LoadOrder, LoadRequest, LoadResult } from "./load.ts";
import { childrenOf, countCalls, cpuMsOf, cpuMsOfFamily, fsyncCalls, hasStrace, sumOfCalls } from "./process-facts.ts";
import type { Scenario } from "./scenarios.ts";
import type { StatementCounts } from "./statement-counter.ts";
import { orderOfPair, type LoadRun, type Pair } from "./statistics.ts";
import type { BenchFixture } from "./fixture.ts";

/** Duration and connections of a run. */
export type Extent = Pick<LoadOrder, "connections" | "warmUpMs" | "measureMs" | "requestsMost" | "perSecond">;

type Done = Extract<LoadResult, { kind: "done" }>;

/**
 * Runs the load on one server once.
 * @param requests one, or several that the connections take turns with. @throws Error for an unexpected response.
 */
export async function drive(
  load: Started<unknown>,
  port: number,
  requests: LoadRequest | readonly LoadRequest[],
  extent: Extent,
): Promise<Done> {
  const answered = once(load.child, "message") as Promise<[LoadResult]>;
  load.child.send({ port, requests: [requests].flat(), ...extent } satisfies LoadOrder);
  const [result] = await answered;
  if (result.kind === "failed") throw new Error(result.reason);
  return result;
}

/** Runs a scenario on both sides, unmeasured. */
export async function warmUp(fixture: BenchFixture, scenario: Scenario, extent: Extent): Promise<void> {
  const { load, connection } = fixture;
  await drive(load, targetOf(fixture, scenario, "floor").port, scenario.floor(connection), extent);
  await drive(load, fixture.service.port, scenario.service(connection), extent);
}

/** The server that answers a side's requests. */
function targetOf(fixture: BenchFixture, { isItsOwnFloor = false }: Scenario, side: "floor" | "service") {
  return isItsOwnFloor ? fixture.service : fixture[side];
}

/** Measures one scenario at one number of connections. */
export async function measurePairs(
  fixture: BenchFixture,
  scenario: Scenario,
  extent: Extent,
  count: number,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let index = 0; index < count; index += 1) {
    const runs = new Map<"floor" | "service", LoadRun>();
    for (const side of orderOfPair(index)) runs.set(side, await measureOnce(fixture, scenario, side, extent));
    const [floor, service] = [runs.get("floor"), runs.get("service")];
    if (floor !== undefined && service !== undefined) pairs.push({ floor, service });
  }
  return pairs;
}

async function measureOnce(
  fixture: BenchFixture,
  scenario: Scenario,
  side: "floor" | "service",
  extent: Extent,
): Promise<LoadRun> {
  const { pid, port } = targetOf(fixture, scenario, side);
  const cpu = () =>
    [cpuMsOf(pid), fixture.postmasterPid === null ? null : cpuMsOfFamily(fixture.postmasterPid)] as const;
  const [before, databaseBefore] = cpu();
  const [{ sent, perSecond, p50Ms, p99Ms }] = await Promise.all([
    drive(fixture.load, port, scenario[side](fixture.connection), extent),
    driveBeside(fixture, scenario, port, extent),
  ]);
  const [after, databaseAfter] = cpu();
  const perRequest = (from: number | null, to: number | null): number | null =>
    from === null || to === null ? null : (to - from) / sent;
  return {
    perSecond,
    p50Ms,
    p99Ms,
    cpuMs: perRequest(before, after),
    databaseCpuMs: perRequest(databaseBefore, databaseAfter),
  };
}

/** Runs one connection with the scenario's background load during a run. */
async function driveBeside({ besideLoad, connection }: BenchFixture, scenario: Scenario, port: number, extent: Extent) {
  if (scenario.beside === undefined) return;
  const { warmUpMs, measureMs } = extent;
  await drive(besideLoad, port, scenario.beside(connection), {
    connections: 1,
    warmUpMs: 0,
    measureMs: warmUpMs + measureMs,
  });
}

/** The database use of one request. */
export interface Cost {
  /** Without transaction control. */
  readonly statements: number;
  readonly transactionControl: number;
  readonly planned: number;
  readonly roundTrips: number;
  /** Null without strace. */
  readonly fsyncs: number | null;
  /** Each statement with its share, most frequent first. */
  readonly executed: readonly (readonly [sql: string, perRequest: number])[];
}

/** Counts one scenario on one server of a counting fixture. */
export async function countCost(
  fixture: BenchFixture,
  scenario: Scenario,
  side: "floor" | "service",
  extent: Extent,
): Promise<Cost> {
  const { pid, port, countsFile: file } = targetOf(fixture, scenario, side);
  const run = () => drive(fixture.load, port, scenario[side](fixture.connection), extent);
  // The first requests prepare statements for all later ones.
  await drive(fixture.load, port, scenario[side](fixture.connection), { ...extent, warmUpMs: 0, measureMs: 200 });
  await takeCounts(pid, file);
  const onDisk = fixture.postmasterPid === null ? [pid] : [fixture.postmasterPid, ...childrenOf(fixture.postmasterPid)];
  const isForeign = fixture.engine === "postgres" && fixture.postmasterPid === null;
  const counted =
    hasStrace && !isForeign ? await countCalls(onDisk, fsyncCalls, run) : { calls: null, result: await run() };
  const counts = await takeCounts(pid, file);
  const fsyncs = counted.calls === null ? null : sumOfCalls(counted.calls, fsyncCalls);
  return costOf(counts, fsyncs, counted.result.sent);
}

/** A server's counts since the last call. */
export async function takeCounts(pid: number, file: string): Promise<StatementCounts> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  const deadline = Date.now() + 10_000;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error("The server did not write its counts.");
    await delay(5);
  }
  return JSON.parse(readFileSync(file, "utf8")) as StatementCounts;
}

/** Matches statements that start, end or scope a transaction, or set its durability. */
const controlForm =
  /^(?:begin|commit|rollback|end|start transaction|savepoint|release|set |pragma synchronous)|^select set_config\(/i;

/** The counts per request. */
export function costOf(counts: StatementCounts, fsyncs: number | null, requests: number): Cost {
  const each = Object.entries(counts.executed);
  const sum = (isControl: boolean): number =>
    each.filter(([sql]) => controlForm.test(sql) === isControl).reduce((total, [, count]) => total + count, 0);
  return {
    statements: sum(false) / requests,
    transactionControl: sum(true) / requests,
    planned: counts.planned / requests,
    roundTrips: counts.roundTrips / requests,
    fsyncs: fsyncs === null ? null : fsyncs / requests,
    executed: each.map(([sql, count]) => [sql, count / requests] as const).sort((a, b) => b[1] - a[1]),
  };
}
