/**
 * Compares the service on a grown and on a small database: the median and the processor time of actions
 * and of every listing, with each filter and deep inside, alternately. Then checks the plans of the statements used.
 *
 *   npm run bench -- --growth [--engine sqlite|postgres] [--executions 100000,1000000] [--rounds 3] [--measure-ms 500]
 *                        [--audit-events N] [--markdown FILE]
 *
 * Last, it runs the operator's commands (growth-commands.ts) and retention (growth-retention.ts) on the grown database.
 * A scan of a big table, and a command or task that fails, make the exit code 1.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { enginesOf } from "../conformance/harness/engines.ts";
import { makeHome, type Engine, type ServerHome } from "../conformance/harness/index.ts";
import { measureCommands, type CommandCost } from "./growth-commands.ts";
import { fill, type Extent, type Filled } from "./growth-fill.ts";
import { plansOf } from "./growth-plans.ts";
import { measureRetention } from "./growth-retention.ts";
import { growthRequests, type GrowthRequest } from "./growth-requests.ts";
import { drive, takeCounts } from "./measure.ts";
import { cpuMsOf, cpuMsOfFamily } from "./process-facts.ts";
import { countingEnv, withRunContext, type RunContext } from "./fixture.ts";
import { median } from "../tools/median.ts";
import { wholeNumberOf } from "../tools/usage.ts";
import { makeConnection, startService, type Target, type BenchConnection } from "./targets.ts";

/** A service on a filled database. */
export interface GrownService {
  readonly target: Target;
  readonly home: ServerHome;
  readonly connection: BenchConnection;
  /** The connection of another service client, which has hardly any data. */
  readonly quiet: BenchConnection;
  readonly filled: Filled;
  readonly requests: readonly GrowthRequest[];
  /** The plans of all statements that the service has used so far. */
  plans(): ReturnType<typeof plansOf>;
  remove(): Promise<void>;
}

/** Creates a connection, fills the database and starts a server that counts its statements. */
export async function growService(
  context: Pick<RunContext, "upstream" | "credential">,
  engine: Engine,
  extent: Extent,
): Promise<GrownService> {
  const home = await makeHome(engine);
  try {
    const first = await startService(home, context.upstream);
    let connection: BenchConnection;
    let quiet: BenchConnection;
    try {
      connection = await makeConnection(home, first, context.credential);
      quiet = await makeConnection(home, first, context.credential, "quiet");
    } finally {
      await first.stop();
    }
    const filled = await fill(engine, home, connection, extent);
    const countsFile = join(home.folder, "counts");
    // Retention has its own measurement, after all others.
    const kept = { SVC_EVENT_RETENTION_DAYS: "365" };
    const target = await startService(home, context.upstream, { ...countingEnv(countsFile), ...kept });
    const requests = await growthRequests(connection, filled, target.port).catch(async (error: unknown) => {
      await target.stop();
      throw error;
    });
    return {
      target,
      home,
      connection,
      quiet,
      filled,
      requests,
      async plans() {
        const { executed } = await takeCounts(target.pid, countsFile);
        return await plansOf(engine, home, Object.keys(executed));
      },
      async remove() {
        await target.stop();
        await home.remove();
      },
    };
  } catch (error) {
    await home.remove();
    throw error;
  }
}

const smallExtent: Extent = { executions: 1000, tenants: 200 };
const tenantsMax = 100_000;

/** The cost of a request in milliseconds: its p50, and the processor time of server and database together. */
type Cost = { p50Ms: number; cpuMs: number };

/** The medians over rounds of one request's costs, small and grown. */
type Row = { name: string; small: Cost; grown: Cost };

/** One size's results. */
type Compared = { rows: readonly Row[]; costs: readonly CommandCost[]; isSound: boolean };

async function compare(
  context: RunContext,
  engine: Engine,
  executions: number,
  choice: { rounds: number; measureMs: number; auditEvents?: number },
): Promise<Compared> {
  const small = await growService(context, engine, smallExtent);
  const startedAt = Date.now();
  const extent = { executions, tenants: Math.min(tenantsMax, executions) };
  const { auditEvents = executions } = choice;
  const grown = await growService(context, engine, { ...extent, auditEvents });
  console.log(`${engine}, ${executions} executions: filled in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  try {
    const rows: Row[] = [];
    for (const [index, { name }] of small.requests.entries()) {
      const cost = async (service: GrownService): Promise<Cost> => {
        const request = service.requests[index]?.request;
        if (request === undefined) throw new Error(`${name} was measured on one database only.`);
        const extent = { connections: 1, warmUpMs: choice.measureMs / 2, measureMs: choice.measureMs };
        const cpuMs = (): number =>
          (cpuMsOf(service.target.pid) ?? 0) +
          (engine === "postgres" && context.postmasterPid !== null ? (cpuMsOfFamily(context.postmasterPid) ?? 0) : 0);
        const before = cpuMs();
        const { p50Ms, sent } = await drive(context.load, service.target.port, request, extent);
        return { p50Ms, cpuMs: (cpuMs() - before) / sent };
      };
      const costs: { small: Cost; grown: Cost }[] = [];
      for (let round = 0; round < choice.rounds; round += 1) {
        costs.push({ small: await cost(small), grown: await cost(grown) });
      }
      const medianOf = (side: "small" | "grown"): Cost => ({
        p50Ms: median(costs.map((each) => each[side].p50Ms)),
        cpuMs: median(costs.map((each) => each[side].cpuMs)),
      });
      const row = { name, small: medianOf("small"), grown: medianOf("grown") };
      rows.push(row);
      console.log(lineOf(row));
    }
    const show = (cost: CommandCost): void => {
      console.log(commandLine(cost));
      for (const fault of cost.faults) console.error(`${cost.name}: ${fault}`);
    };
    const commands = await measureCommands(engine, grown.home, show);
    const scans = (await grown.plans()).flatMap(({ statement, bad }) => bad.map((step) => `${step}: ${statement}`));
    for (const scan of scans) console.error(scan);
    await grown.target.stop();
    const { upstream } = context;
    const retention = await measureRetention(engine, grown.home, { upstream, clientId: grown.filled.clientId });
    retention.forEach(show);
    const costs = [...commands, ...retention];
    return { rows, costs, isSound: scans.length === 0 && costs.every(({ faults }) => faults.length === 0) };
  } finally {
    await small.remove();
    await grown.remove();
  }
}

function commandLine({ name, seconds, mostMiB, faults }: CommandCost): string {
  return `| ${name} | ${seconds.toFixed(1)} | ${mostMiB} | ${faults.length === 0 ? "" : "failed"} |`;
}

function lineOf({ name, small, grown }: Row): string {
  const of = (part: keyof Cost): string =>
    `${small[part].toFixed(2)} | ${grown[part].toFixed(2)} | ${(grown[part] / small[part]).toFixed(2)}`;
  return `| ${name} | ${of("p50Ms")} | ${of("cpuMs")} |`;
}

function tablesOf(engine: Engine, executions: number, { rows, costs }: Compared): string {
  return [
    `| ${engine}, ${executions} executions | p50 of 1000, ms | ms | ratio | CPU of 1000, ms | ms | ratio |`,
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map(lineOf),
    "",
    `| ${engine}, ${executions} executions | seconds | MiB | |`,
    "| --- | --- | --- | --- |",
    ...costs.map(commandLine),
    "",
  ].join("\n");
}

/**
 * @param words after `--growth`.
 * @returns whether every command ended well and no plan scans a big table.
 * @throws UsageError or a TypeError of `parseArgs` for unknown options.
 */
export async function measureGrowth(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: "string" },
      executions: { type: "string", default: "100000" },
      rounds: { type: "string", default: "3" },
      "measure-ms": { type: "string", default: "500" },
      "audit-events": { type: "string" },
      markdown: { type: "string" },
    },
  });
  const { "audit-events": auditEvents } = values;
  const choice = {
    rounds: wholeNumberOf("rounds", values.rounds, 6),
    measureMs: wholeNumberOf("measure-ms", values["measure-ms"], 6),
    ...(auditEvents === undefined ? {} : { auditEvents: wholeNumberOf("audit-events", auditEvents, 9) }),
  };
  const sizes = values.executions.split(",").map((one) => wholeNumberOf("executions", one, 9));
  const engines = enginesOf(values.engine);
  const tables: string[] = [];
  let isSound = true;
  await withRunContext(engines, async (context) => {
    for (const engine of engines) {
      for (const executions of sizes) {
        const compared = await compare(context, engine, executions, choice);
        tables.push(tablesOf(engine, executions, compared));
        isSound &&= compared.isSound;
      }
    }
  });
  if (values.markdown !== undefined) writeFileSync(values.markdown, tables.join("\n"));
  return isSound;
}
