/**
 * Measures what svc adds to the call of a remote MCP server's tool: the median of an execution, with its record and its
 * audit event, as a multiple of the same call without svc. Both sides take turns, so that whatever slows the machine
 * slows both.
 *
 *   npm run bench -- --mcp [--engine sqlite|postgres] [--calls 300]
 */
import { parseArgs } from "node:util";
import type { ImportedConnection, Tenant } from "@svc/contract";
import { startStandIn } from "@svc/mcp-provider/simulator";
import { Connected, makeClient, makeHome, startServer, type Engine } from "../conformance/harness/index.ts";
import { enginesOf } from "../conformance/harness/engines.ts";
import { writeNotes } from "../proof/remote-tools/notes-provider.ts";
import { median } from "../tools/median.ts";
import { wholeNumberOf } from "../tools/usage.ts";

/** A call without svc: in a session that is kept, or with a handshake before each call as svc makes it. */
type Direct = { call: (id: string) => Promise<void>; handshake: () => Promise<void> };

const warmUpCalls = 60;

/** A client that does what the protocol needs and nothing else. */
function directly(url: string): Direct {
  let session = "";
  const post = async (method: string, params: object, isNotification = false): Promise<void> => {
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: "Bearer direct",
      ...(session === "" ? {} : { "mcp-session-id": session }),
    };
    const message = { jsonrpc: "2.0", method, params, ...(isNotification ? {} : { id: "1" }) };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(message) });
    session = response.headers.get("mcp-session-id") ?? session;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} was answered with ${String(response.status)}: ${text}`);
  };
  return {
    call: (id) => post("tools/call", { name: "append_note", arguments: { id, text: "a" } }),
    async handshake() {
      session = "";
      await post("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "a", version: "1" },
      });
      await post("notifications/initialized", {}, true);
    },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Connects a tenant of a new service client. */
async function connect(server: Awaited<ReturnType<typeof startServer>>): Promise<Connected> {
  const { caller } = await makeClient(server, { allowActions: ["notes/*"], flags: ["--allow-import"] });
  const body = { externalId: "bench", displayName: "Bench" };
  const tenant = (await caller.post("/v1/tenants", body, { idempotencyKey: "bench" })).json as Tenant;
  const imported = await caller.post(
    `/v1/tenants/${tenant.id}/connections:import`,
    {
      provider: "notes",
      authKind: "static_credential",
      requestedActions: ["tools.appendNote"],
      credential: { access_token: "token-of-bench" },
    },
    { idempotencyKey: "bench" },
  );
  const { connection } = imported.json as ImportedConnection;
  if (connection === null) throw new Error("The connection wasn't imported.");
  return new Connected(caller, tenant.id, connection.id);
}

async function measureEngine(engine: Engine, calls: number): Promise<void> {
  const standIn = await startStandIn();
  const home = await makeHome(engine);
  writeNotes(home.folder, standIn.url);
  const env = { SVC_PROVIDERS: "./notes", SVC_RATE_LIMIT_RPS: "0" };
  const server = await startServer({ engine, home, env, sandboxProviders: { notes: new URL(standIn.url).origin } });
  try {
    const connected = await connect(server);
    const [kept, fresh] = [directly(standIn.url), directly(standIn.url)];
    await kept.handshake();
    const times = { kept: [] as number[], fresh: [] as number[], svc: [] as number[] };
    for (let count = -warmUpCalls; count < calls; count += 1) {
      const id = `note-${String(count)}`;
      const execution = async (): Promise<void> => {
        await connected.run("tools.appendNote", { id, text: "a" }, { idempotencyKey: id });
      };
      const keptMs = await timed(() => kept.call(id));
      const freshMs = await timed(async () => {
        await fresh.handshake();
        await fresh.call(id);
      });
      const svcMs = await timed(execution);
      if (count < 0) continue;
      times.kept.push(keptMs);
      times.fresh.push(freshMs);
      times.svc.push(svcMs);
    }
    const [keptMs, freshMs, svcMs] = [median(times.kept), median(times.fresh), median(times.svc)];
    console.log(
      `${engine}, ${String(calls)} calls: directly ${keptMs.toFixed(2)} ms in a kept session, ${freshMs.toFixed(2)} ms with a ` +
        `handshake; through svc ${svcMs.toFixed(2)} ms: ${(svcMs / keptMs).toFixed(1)} and ${(svcMs / freshMs).toFixed(1)} times as long`,
    );
  } finally {
    await server.dispose();
    await standIn.close();
  }
}

/** @param words after `--mcp`. @throws UsageError or a TypeError of `parseArgs` for unknown options. */
export async function measureRemoteTools(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { engine: { type: "string" }, calls: { type: "string", default: "300" } },
  });
  for (const engine of enginesOf(values.engine)) await measureEngine(engine, wholeNumberOf("calls", values.calls, 5));
}
