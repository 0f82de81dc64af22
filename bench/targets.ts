/** The measured servers: the service and the floor, each with its own database. */
import { once } from "node:events";
import { spawn } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import {
  Caller,
  connect,
  freePort,
  HttpClient,
  runProgram,
  testOrigin,
  testReturnUrl,
  type ServerHome,
  uniqueName,
} from "../conformance/harness/index.ts";
import { startProgram } from "./child.ts";
import type { FloorOrder } from "./floor.ts";
import { publishedNodeOptions } from "../tools/pack/built-server.ts";

/** A ready server. */
export interface Target {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** The key, tenant and connection that requests use, and a delegated token for them without and with a budget. */
export interface BenchConnection {
  readonly serviceKey: string;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly token: string;
  readonly budgetedToken: string;
}

/** The folder of the project's programs. */
export const binaries = join(import.meta.dirname, "../node_modules/.bin");
const readyWithinMs = 30_000;

/** Limits off, or too high to be reached: otherwise the bench would measure them. */
const limitsOff = {
  SVC_RATE_LIMIT_RPS: "0",
  SVC_CONCURRENCY_PER_CLIENT: "0",
  SVC_CONCURRENCY_PER_TENANT: "0",
  SVC_CONCURRENCY_PER_CONNECTION: "0",
  SVC_EVENT_LOOP_DELAY_MAX_MS: "0",
};

/** The environment of a server or an operator command. */
export function serviceEnv(
  home: ServerHome,
  port: number,
  env: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    SVC_LISTEN: `127.0.0.1:${port}`,
    SVC_DATABASE_URL: home.serverDatabaseUrl ?? home.databaseUrl,
    ...limitsOff,
    ...env,
  };
}

/**
 * Starts a server as an operator would; it logs to a file.
 * @param built the published program; by default the sources.
 * @throws Error if it doesn't become ready.
 */
export async function startService(
  home: ServerHome,
  upstream: string,
  env: Readonly<Record<string, string>> = {},
  built: string | null = null,
): Promise<Target> {
  const port = await freePort();
  const log = openSync(join(home.folder, "log"), "a");
  const words = ["serve", "--sandbox", "--sandbox-provider", `doppler=${upstream}`];
  const [program, ...before] =
    built === null ? [join(binaries, "svc-server")] : [process.execPath, ...publishedNodeOptions, built];
  const child = spawn(program ?? "", [...before, ...words], {
    cwd: home.folder,
    env: serviceEnv(home, port, env),
    stdio: ["ignore", log, log],
  });
  const exit = once(child, "exit");
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error("The server did not become ready.");
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    pid: child.pid ?? -1,
    port,
    async stop() {
      child.kill("SIGTERM");
      await exit;
      process.removeListener("exit", killAtExit);
    },
  };
}

/** Whether a server is ready. */
export async function isReady(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/** Creates a service client, a tenant and an active connection on a running server. */
export async function makeConnection(
  home: ServerHome,
  target: Target,
  credential: string,
  name = "bench",
): Promise<BenchConnection> {
  const words = ["service-clients", "create", "--name", name, "--allow-action", "doppler/*"];
  words.push("--allowed-origin", testOrigin, "--return-url", testReturnUrl, "--format", "json");
  const made = await runProgram("svc-server", words, { cwd: home.folder, env: serviceEnv(home, target.port) });
  if (made.exitCode !== 0) throw new Error(`No service client was created: ${made.stderr}`);
  const { key: serviceKey } = JSON.parse(made.stdout) as { key: string };
  const http = new HttpClient(`http://127.0.0.1:${target.port}`, () => []);
  try {
    const caller = new Caller(http, serviceKey);
    const body = { externalId: "bench", displayName: "Bench" };
    const tenant = await caller.post("/v1/tenants", body, { idempotencyKey: "bench-tenant" });
    const tenantId = (tenant.json as { id: string }).id;
    const connectionId = await connect(caller, tenantId, credential);
    const narrowed = { tenant_id: tenantId, connections: [connectionId], actions: ["doppler/*"], expiresIn: 86_400 };
    const tokenWith = async (fields: object): Promise<string> =>
      (
        (await caller.post("/v1/delegated-tokens", { ...narrowed, ...fields }, { idempotencyKey: uniqueName("token") }))
          .json as { token: string }
      ).token;
    const token = await tokenWith({});
    return { serviceKey, tenantId, connectionId, token, budgetedToken: await tokenWith({ maxExecutions: 1_000_000 }) };
  } finally {
    http.close();
  }
}

/** Starts the floor on an empty database. */
export async function startFloor(
  home: ServerHome,
  order: Omit<FloorOrder, "databaseUrl">,
  env: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const whole: FloorOrder = { ...order, databaseUrl: home.databaseUrl };
  const { pid, first, stop } = await startProgram<{ port: number }>("floor.ts", whole, env);
  return { pid, port: first.port, stop };
}
