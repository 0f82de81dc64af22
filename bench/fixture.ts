/** The fixture of measurements: floor and service on one engine, the upstream, the load generator. */
import { join } from "node:path";
import { makeHome, type Engine } from "../conformance/harness/index.ts";
import { startPostgres, sharedServerVariable } from "../tools/postgres/index.ts";
import { startProgram, type Started } from "./child.ts";
import { recordProvider } from "./recording.ts";
import { makeConnection, startFloor, startService, type Target, type BenchConnection } from "./targets.ts";

/** The shared parts of all measurements of a run. */
export interface RunContext {
  readonly load: Started<unknown>;
  /** Generates a scenario's background load. */
  readonly besideLoad: Started<unknown>;
  /** URL of the upstream, and the credential for its recorded responses. */
  readonly upstream: string;
  readonly credential: string;
  /** PostgreSQL's postmaster; null without PostgreSQL, or with an external one. */
  readonly postmasterPid: number | null;
}

/** Starts load generator, upstream and, if needed, PostgreSQL; stops them after `work`. */
export async function withRunContext<Result>(
  engines: readonly Engine[],
  work: (context: RunContext) => Promise<Result>,
): Promise<Result> {
  const { recording, credential } = await recordProvider();
  const upstream = await startProgram<{ port: number }>("upstream.ts", recording);
  const load = await startProgram<unknown>("load.ts", null);
  const besideLoad = await startProgram<unknown>("load.ts", null);
  const postgres = engines.includes("postgres") ? await startPostgres() : null;
  if (postgres !== null) process.env[sharedServerVariable] = postgres.url;
  try {
    const upstreamUrl = `http://127.0.0.1:${upstream.first.port}`;
    const postmasterPid = postgres?.postmasterPid() ?? null;
    return await work({ load, besideLoad, credential, upstream: upstreamUrl, postmasterPid });
  } finally {
    await Promise.all([load.stop(), besideLoad.stop(), upstream.stop()]);
    await postgres?.stop();
  }
}

/** A server, and the file for its counts. */
export type CountingTarget = Target & { readonly countsFile: string };

/** The two servers of one engine, on empty databases, and their load generators. */
export interface BenchFixture {
  readonly engine: Engine;
  readonly floor: CountingTarget;
  readonly service: CountingTarget;
  readonly connection: BenchConnection;
  readonly load: Started<unknown>;
  readonly besideLoad: Started<unknown>;
  /** As in {@link RunContext}, and null for SQLite. */
  readonly postmasterPid: number | null;
}

/** Options for starting the servers. */
export interface BenchFixtureOptions {
  readonly engine: Engine;
  /** Whether the servers count their database use, which takes time. */
  readonly isCounting?: boolean;
  /** The published form of the service; by default its sources, whose statements can be counted. */
  readonly built?: string;
}

/** Starts both servers, stops them and removes their data after `work`. */
export async function withBenchFixture<Result>(
  context: RunContext,
  options: BenchFixtureOptions,
  work: (fixture: BenchFixture) => Promise<Result>,
): Promise<Result> {
  const { engine } = options;
  const { upstream, credential, load, besideLoad } = context;
  const [floorHome, serviceHome] = [await makeHome(engine), await makeHome(engine)];
  const running: Target[] = [];
  const countsFiles = { floor: join(floorHome.folder, "counts"), service: join(serviceHome.folder, "counts") };
  const env = (file: string) => (options.isCounting === true ? countingEnv(file) : {});
  try {
    const service = await startService(serviceHome, upstream, env(countsFiles.service), options.built);
    running.push(service);
    const connection = await makeConnection(serviceHome, service, credential);
    const { serviceKey, connectionId } = connection;
    const floor = await startFloor(
      floorHome,
      { upstream, serviceKey, connectionId, credential },
      env(countsFiles.floor),
    );
    running.push(floor);
    return await work({
      engine,
      connection,
      load,
      besideLoad,
      floor: { ...floor, countsFile: countsFiles.floor },
      service: { ...service, countsFile: countsFiles.service },
      postmasterPid: engine === "postgres" ? context.postmasterPid : null,
    });
  } finally {
    await Promise.all(running.map((target) => target.stop()));
    await Promise.all([floorHome.remove(), serviceHome.remove()]);
  }
}

/** The environment in which a server counts its statements. */
export function countingEnv(file: string): Record<string, string> {
  const module = join(import.meta.dirname, "statement-counter.ts");
  return { NODE_OPTIONS: `--import ${module}`, SVC_BENCH_COUNTS: file };
}
