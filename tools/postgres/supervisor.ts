/**
 * The process between a test run and its PostgreSQL. It creates the data folder, starts the server, and stops and
 * removes both on request, or when the process that started it is gone, for whatever reason: the channel between them
 * closes even on SIGKILL, which PostgreSQL itself would survive. Started by `server.ts`; not to be imported.
 */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { appendFileSync, openSync, readFileSync, rmSync } from "node:fs";
import { chown, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { postgresBinaries, reachableTemporaryFolder } from "./binaries.ts";
import type { SupervisorResponse, SupervisorRequest } from "./server.ts";
import { freePort } from "../free-port.ts";

const startDeadlineMs = 60_000;
/** PostgreSQL refuses to run as root; 65534 is `nobody` on all common systems. */
const unprivilegedId = 65_534;

const identity = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {};

const settings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // Some tests measure durability.
  fsync: "on",
  synchronous_commit: "on",
  max_connections: "200",
  shared_buffers: "32MB",
  max_wal_size: "256MB",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  timezone: "UTC",
};

let variables: Readonly<Record<string, string>> = {};
let folder: string | undefined;
let binaries = "";
let port = 0;
let postmaster: ChildProcess | undefined;
const ending = new AbortController();
let busy: Promise<void> = Promise.resolve();

function respond(message: SupervisorResponse): void {
  if (process.connected) process.send?.(message);
}

async function make(password: string): Promise<void> {
  binaries = await postgresBinaries();
  folder = await mkdtemp(join(await reachableTemporaryFolder(), "svc-postgres-data-"));
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (identity.uid !== undefined) {
    await chown(folder, identity.uid, identity.gid);
    await chown(passwordFile, identity.uid, identity.gid);
  }
  const options = ["-D", join(folder, "data"), "-U", "svc", "--pwfile", passwordFile, "--auth", "scram-sha-256"];
  options.push("--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions");
  await promisify(execFile)(join(binaries, "bin/initdb"), options, { cwd: folder, env: environment(), ...identity });
}

async function started(): Promise<SupervisorResponse> {
  const postmasterPid = await start();
  return { kind: "ready", port, postmasterPid, folder: folder ?? "" };
}

/** Starts the server, retrying until a deadline: a free port can be lost, and a killed server's backends linger. */
async function start(): Promise<number> {
  const deadline = Date.now() + startDeadlineMs;
  const fixedPort = port;
  for (;;) {
    port = fixedPort === 0 ? await freePort() : fixedPort;
    const pid = await startOnce(deadline);
    if (pid !== undefined) return pid;
    if (Date.now() > deadline || ending.signal.aborted)
      throw new Error(`PostgreSQL did not start. Its log ends:\n${logTail()}`);
    await delay(200);
  }
}

async function startOnce(deadline: number): Promise<number | undefined> {
  if (folder === undefined) throw new Error("There is no data folder.");
  const data = join(folder, "data");
  const log = openSync(join(folder, "log"), "a");
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const child = spawn(join(binaries, "bin/postgres"), ["-D", data, ...options], {
    cwd: folder,
    env: { ...environment(), ...variables },
    stdio: ["ignore", log, log],
    ...identity,
  });
  postmaster = child;
  child.on("error", (error) => appendFileSync(log, `${error.message}\n`));
  while (!ending.signal.aborted && isRunning(child) && Date.now() < deadline) {
    // The eighth line of postmaster.pid says when connections are accepted (PostgreSQL, src/include/utils/pidfile.h).
    const lines = readText(join(data, "postmaster.pid")).split("\n");
    if (lines[0] === String(child.pid) && lines[7]?.trim() === "ready") return child.pid;
    await delay(20);
  }
  return undefined;
}

/** Stops the server: first as requested, after ten seconds without waiting for its clients, then by force. */
async function end(signal: NodeJS.Signals): Promise<void> {
  const child = postmaster;
  if (child === undefined) return;
  for (const next of [signal, "SIGQUIT", "SIGKILL"] as const) {
    if (!isRunning(child)) return;
    child.kill(next);
    const deadline = Date.now() + 10_000;
    while (isRunning(child) && Date.now() < deadline) await delay(10);
  }
}

async function endAll(signal: NodeJS.Signals): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  // Creation must be complete before everything can be removed.
  await busy;
  await end(signal);
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit(0);
}

async function obey(request: SupervisorRequest): Promise<void> {
  switch (request.kind) {
    case "make":
      Object.assign(settings, request.settings);
      variables = request.variables;
      await make(request.password);
      respond(await started());
      return;
    case "kill":
      await end("SIGKILL");
      respond({ kind: "killed" });
      return;
    case "restart":
      await end("SIGINT");
      respond(await started());
      return;
    case "stop":
      // Not awaited: it waits for this request to finish.
      void endAll("SIGINT");
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function environment(): Record<string, string> {
  return { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

function logTail(): string {
  return folder === undefined ? "" : readText(join(folder, "log")).split("\n").slice(-15).join("\n");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

// A terminal's Ctrl-C and a closed terminal are for the test run; this process exits after it.
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => undefined);
process.on("SIGTERM", () => void endAll("SIGQUIT"));
process.on("disconnect", () => void endAll("SIGQUIT"));
process.on("message", (request) => {
  busy = obey(request as SupervisorRequest).catch((error: unknown) => {
    respond({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  });
});
