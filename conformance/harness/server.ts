/** A real server process with its own database and folder. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testDatabase, type TestDatabase } from "../../tools/postgres/index.ts";
import { ApiDescription } from "./api-description.ts";
import { until } from "./until.ts";
import { HttpClient } from "./http.ts";
import { freePort } from "../../tools/free-port.ts";
import { runProgram, spawnProgram, type Ran } from "./programs.ts";

/** A server's database engine. */
export type Engine = "sqlite" | "postgres";

/** Options for starting a server. */
export interface ServerOptions {
  readonly engine: Engine;
  /** `SVC_…` variables in addition to the harness's. */
  readonly env?: Readonly<Record<string, string>>;
  /** URL of a simulator for the secrets provider; by default the sandbox starts one. */
  readonly sandboxProvider?: string;
  /** URLs of simulators of other providers, by slug. */
  readonly sandboxProviders?: Readonly<Record<string, string>>;
  /** Starts it without the sandbox: it sends to real providers, so list one of your own and a proxy. */
  readonly live?: boolean;
  /** Another server's `home`, for a replica or a restart with other settings. */
  readonly home?: ServerHome;
}

/** The parts that outlive a server process: its folder (with its sandbox key) and its database. */
export interface ServerHome {
  readonly folder: string;
  /** For tests that read the database; on PostgreSQL, row-level security doesn't apply to its user. */
  readonly databaseUrl: string;
  /** For the server, if it uses another user. */
  readonly serverDatabaseUrl?: string;
  /** Removes both. */
  remove(): Promise<void>;
}

/** Creates an empty folder and an empty database. */
export async function makeHome(engine: Engine): Promise<ServerHome> {
  const folder = await mkdtemp(join(tmpdir(), "svc-conformance-"));
  let database: TestDatabase | undefined;
  if (engine === "postgres") database = await testDatabase();
  return {
    folder,
    databaseUrl: database?.url ?? `sqlite:${join(folder, "svc.sqlite")}`,
    ...(database === undefined ? {} : { serverDatabaseUrl: database.serverUrl }),
    async remove() {
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Which lines of a log to wait for. */
export interface WaitForLine {
  /** Only those of level error and above. */
  readonly isError?: boolean;
  /** The number of such lines, 1 by default; the last is returned. */
  readonly count?: number;
  readonly withinMs?: number;
}

/** A ready server. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly home: ServerHome;
  readonly http: HttpClient;
  readonly api: ApiDescription;
  /** Its entire output, on both streams. */
  log(): string;
  /** Log lines of level error and above. */
  errors(): readonly string[];
  /**
   * Waits for a log line: a response or a row is often there before the line about it.
   * @param words what the line contains.
   * @returns the line. @throws Error if it isn't there in time.
   */
  untilLogged(words: string | RegExp, options?: WaitForLine): Promise<string>;
  /** As {@link RunningServer.log}, by stream. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Runs an operator command on the same database. */
  operate(args: readonly string[], stdin?: string): Promise<Ran>;
  /** Stops it as an operator would, and returns its exit code. */
  stop(): Promise<number>;
  /** Kills it without cleanup, and waits until it has exited. */
  kill9(): Promise<void>;
  /** Kills it if it's running, and removes its home. */
  dispose(): Promise<void>;
}

const readyWithinMs = 90_000;

/**
 * Tests inject one fault at a time, and a machine that is busy with other tests isn't an overloaded server: only the
 * suites about circuit breakers and load shedding enable them. The promises about unknown outcomes hold without
 * evidence; the suites about evidence enable it.
 */
const trialEnv = {
  SVC_CIRCUIT_BREAKER_FAULTS: "0",
  SVC_EVENT_LOOP_DELAY_MAX_MS: "0",
  SVC_SETTLE: "off",
} as const;

/** A keyring that protects nothing but test data. */
const liveVaultKeys = `test:${Buffer.from("svc-conformance-tests-only-key-0").toString("base64")}`;

/**
 * Starts `svc-server serve --sandbox` and waits until it is ready.
 * @throws Error with its output, if it exits or doesn't become ready.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const home = options.home ?? (await makeHome(options.engine));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    SVC_LISTEN: `127.0.0.1:${port}`,
    SVC_PUBLIC_URL: url,
    SVC_DATABASE_URL: home.serverDatabaseUrl ?? home.databaseUrl,
    ...trialEnv,
    ...(options.live === true ? { SVC_VAULT_KEYS: liveVaultKeys } : {}),
    ...options.env,
  };
  const { sandboxProvider, sandboxProviders = {} } = options;
  const simulators = { ...(sandboxProvider === undefined ? {} : { doppler: sandboxProvider }), ...sandboxProviders };
  const at = Object.entries(simulators).flatMap(([slug, origin]) => ["--sandbox-provider", `${slug}=${origin}`]);
  const mode = options.live === true ? [] : ["--sandbox", ...at];
  const child = spawnProgram("svc-server", ["serve", ...mode], { cwd: home.folder, env });
  const ended = once(child, "close") as Promise<[number | null]>;
  killAtExit(child);
  let printed = "";
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (bytes: Buffer) => {
      printed += bytes.toString();
      output[name] += bytes.toString();
    });
  }
  try {
    await untilReady(url, child, () => printed);
  } catch (error) {
    child.kill("SIGKILL");
    await ended;
    if (options.home === undefined) await home.remove();
    throw error;
  }
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Readonly<Record<string, unknown>>;
  const api = new ApiDescription(document);
  const http = new HttpClient(url, (exchange) => api.faultsOf(exchange));
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number> => {
    http.close();
    child.kill(signal);
    const [code] = await ended;
    return code ?? -1;
  };
  return {
    url,
    home,
    http,
    api,
    pid: child.pid ?? -1,
    log: () => printed,
    errors: () => printed.split("\n").filter(isErrorLine),
    untilLogged: (words, options) => untilLine(() => printed, words, options),
    output: () => ({ ...output }),
    operate: (args, stdin = "") => runProgram("svc-server", args, { cwd: home.folder, env, stdin }),
    stop: () => end("SIGTERM"),
    kill9: async () => void (await end("SIGKILL")),
    async dispose() {
      await end("SIGTERM");
      await home.remove();
    },
  };
}

const isErrorLine = (line: string): boolean => /"level":[56]0/.test(line);

async function untilLine(log: () => string, words: string | RegExp, wanted: WaitForLine = {}): Promise<string> {
  const { isError = false, count = 1, withinMs = 10_000 } = wanted;
  const isWanted = (line: string): boolean =>
    (!isError || isErrorLine(line)) && (typeof words === "string" ? line.includes(words) : words.test(line));
  return await until(withinMs, `${count} log lines with ${String(words)}`, () => {
    // The last one may not be complete yet.
    const lines = log().split("\n").slice(0, -1).filter(isWanted);
    return lines.length >= count ? (lines.at(-1) ?? null) : null;
  });
}

const running = new Set<ChildProcess>();

/**
 * Kills a child when this process exits. One listener serves all children: a run starts hundreds, some of which exit
 * early or by a signal.
 */
export function killAtExit(child: ChildProcess): void {
  if (running.size === 0) process.once("exit", killRunning);
  running.add(child);
  child.once("close", () => {
    running.delete(child);
    if (running.size === 0) process.removeListener("exit", killRunning);
  });
}

function killRunning(): void {
  for (const child of running) child.kill("SIGKILL");
}

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The server did not become ready:\n${log()}`);
}
