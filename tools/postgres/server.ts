/**
 * A real PostgreSQL for tests: our own, from an npm package and under a supervisor that outlives us, or the one
 * named by `SVC_TEST_DATABASE_URL`.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createDatabase, dropDatabase, requireVersion } from "./databases.ts";

/** Server settings by name, which override the tests' own. */
export type PostgresSettings = Readonly<Record<string, string>>;

/** Environment variables for the server, which override the tests' own. */
export type PostgresVariables = Readonly<Record<string, string>>;

export type SupervisorRequest =
  | {
      readonly kind: "make";
      readonly password: string;
      readonly settings: PostgresSettings;
      readonly variables: PostgresVariables;
    }
  | { readonly kind: "kill" }
  | { readonly kind: "restart" }
  | { readonly kind: "stop" };

/** The supervisor's response. */
export type SupervisorResponse =
  | { readonly kind: "ready"; readonly port: number; readonly postmasterPid: number; readonly folder: string }
  | { readonly kind: "killed" }
  | { readonly kind: "failed"; readonly message: string };

/** A running PostgreSQL server. */
export interface PostgresServer {
  /** `postgres://` URL of its administrator and first database. */
  readonly url: string;
  /** Process id of the postmaster; undefined for an external server. */
  readonly postmasterPid: () => number | undefined;
  /** Process id of the supervisor; undefined for an external server. */
  readonly supervisorPid: number | undefined;
  /** Folder with data and log, gone after `stop`; undefined for an external server. */
  readonly folder: string | undefined;
  /** Creates an empty database, with a random name by default; returns its URL. */
  createDatabase(name?: string): Promise<string>;
  /** Stops the server and removes its data. On an external server: drops the databases created through this object. */
  stop(): Promise<void>;
  /** SIGKILLs the postmaster and resolves when it is gone; the data stays. Throws on an external server. */
  kill9(): Promise<void>;
  /** Starts the server again, on the same port and data, after `kill9` or while it runs. Throws like `kill9`. */
  restart(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on a free loopback port, with fsync on and an empty data folder, or uses the one
 * named by `SVC_TEST_DATABASE_URL`. It stops with this process, however this process ends.
 * @param settings such as `{ fsync: "off" }`; with any of them, it is always our own server.
 * @param variables such as a library to preload; with any of them, it is our own server too.
 * @throws Error if there is no PostgreSQL for this platform, if it doesn't start, or if it is older than 15.
 */
export async function startPostgres(
  settings: PostgresSettings = {},
  variables: PostgresVariables = {},
): Promise<PostgresServer> {
  const given = process.env["SVC_TEST_DATABASE_URL"] ?? "";
  const isOwn = given === "" || Object.keys({ ...settings, ...variables }).length > 0;
  const server = isOwn ? await startOwn(settings, variables) : foreignServer(given);
  try {
    await requireVersion(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function startOwn(settings: PostgresSettings, variables: PostgresVariables): Promise<PostgresServer> {
  const password = randomBytes(18).toString("hex");
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  const supervisor = fork(fileURLToPath(new URL("supervisor.ts", import.meta.url)), {
    // A separate group: a signal to the test run's group must not stop the process that cleans up.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: environment,
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const ready = await ask(supervisor, { kind: "make", password, settings, variables }).catch((error: unknown) => {
    if (supervisor.connected) supervisor.disconnect();
    throw error;
  });
  if (ready.kind !== "ready") throw new Error("The supervisor gave an unexpected response.");
  const url = `postgres://svc:${password}@127.0.0.1:${ready.port}/postgres`;
  let postmasterPid = ready.postmasterPid;
  let stopping: Promise<void> | undefined;
  return {
    url,
    postmasterPid: () => postmasterPid,
    supervisorPid: supervisor.pid,
    folder: ready.folder,
    createDatabase: (name) => createDatabase(url, name),
    stop: () => (stopping ??= stopOwn(supervisor)),
    async kill9() {
      await ask(supervisor, { kind: "kill" });
    },
    async restart() {
      const again = await ask(supervisor, { kind: "restart" });
      if (again.kind === "ready") postmasterPid = again.postmasterPid;
    },
  };
}

function foreignServer(url: string): PostgresServer {
  const made: string[] = [];
  const refuse = () =>
    Promise.reject(new Error("SVC_TEST_DATABASE_URL names an external server, which must not be stopped."));
  return {
    url,
    postmasterPid: () => undefined,
    supervisorPid: undefined,
    folder: undefined,
    async createDatabase(name) {
      const database = await createDatabase(url, name);
      made.push(database);
      return database;
    },
    async stop() {
      for (const database of made.splice(0)) await dropDatabase(url, database);
    },
    kill9: refuse,
    restart: refuse,
  };
}

async function stopOwn(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
  supervisor.ref();
  const exit = once(supervisor, "exit");
  supervisor.send({ kind: "stop" } satisfies SupervisorRequest);
  await exit;
}

/** Sends one request and waits for its response; between requests the supervisor doesn't keep this process alive. */
async function ask(supervisor: ChildProcess, request: SupervisorRequest): Promise<SupervisorResponse> {
  supervisor.ref();
  supervisor.channel?.ref();
  try {
    return await new Promise<SupervisorResponse>((resolve, reject) => {
      const onExit = () => reject(new Error("PostgreSQL's supervisor exited."));
      supervisor.once("exit", onExit);
      supervisor.once("error", reject);
      supervisor.once("message", (message) => {
        supervisor.off("exit", onExit);
        supervisor.off("error", reject);
        const response = message as SupervisorResponse;
        if (response.kind === "failed") reject(new Error(response.message));
        else resolve(response);
      });
      supervisor.send(request);
    });
  } finally {
    supervisor.unref();
    supervisor.channel?.unref();
  }
}
