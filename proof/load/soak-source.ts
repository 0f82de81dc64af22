/** The soak's callers, a separate process: typical requests in turn, as fast as the server responds. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";

/** The callers' settings, and how much to send. */
export interface SoakOrder {
  readonly url: string;
  readonly serviceKey: string;
  readonly connections: readonly { readonly tenantId: string; readonly path: string }[];
  readonly requests: number;
  readonly callers: number;
  /** The time after which no new requests are sent. */
  readonly secondsMax: number;
  /** The prefix of every key. */
  readonly name: string;
}

/** The number of responses of each kind: a status, `left` if the caller hung up, `none` without a response. */
export type SoakCounts = Readonly<Record<string, number>>;

/** Runs the callers in a separate process. @throws Error if it exits without a result. */
export async function runSoakSource(order: SoakOrder): Promise<SoakCounts> {
  const child = fork(import.meta.filename, [], { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  try {
    const ended = once(child, "exit").then(() => {
      throw new Error("The callers ended early.");
    });
    ended.catch(() => undefined);
    child.send(order);
    const [counts] = (await Promise.race([once(child, "message"), ended])) as [SoakCounts];
    return counts;
  } finally {
    process.removeListener("exit", killAtExit);
    child.kill("SIGKILL");
  }
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hangs up after this many milliseconds. */
  readonly leavesAfterMs?: number;
}

const devConfig = { project: "harbor-api", config: "dev" };

/** The nth call: of twenty, nine reads, five writes, and one each of six others. */
function callOf({ connections, name }: SoakOrder, index: number): Call {
  const { tenantId = "", path = "" } = connections[index % connections.length] ?? {};
  const tenant = `/v1/tenants/${tenantId}`;
  const execute = (action: string, input: unknown, rest: Partial<Call> = {}): Call => {
    return { method: "POST", path: `${path}/actions/${action}:execute`, body: { input }, ...rest };
  };
  const write = (nth: number, rest: Partial<Call> = {}): Call => {
    const input = { ...devConfig, name: `SOAK_${nth % 100}`, value: `canary-value-${nth}` };
    return execute("secrets.set", input, { key: `${name}-${nth}`, ...rest });
  };
  switch (Math.floor(index / connections.length) % 20) {
    case 0:
      return { method: "GET", path: `${tenant}/action-executions?limit=20` };
    case 1:
      return { method: "GET", path };
    case 2:
      // The key of an earlier call with the same body or a different one: a replay, or a refusal.
      return write(Math.max(0, index - connections.length * 7));
    case 3:
      return execute("secrets.get", { ...devConfig, name: "not a name" });
    case 4:
      return { method: "GET", path: "/v1/tenants", headers: { authorization: "Bearer svc_live_wrong" } };
    case 5:
      return mcpCall(tenant);
    case 6:
      return write(index, { leavesAfterMs: 3 });
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
      return write(index);
    default:
      return execute("secrets.names.list", devConfig);
  }
}

function mcpCall(tenant: string): Call {
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  return { method: "POST", path: `${tenant}/mcp`, headers, body: { jsonrpc: "2.0", id: 1, method: "tools/list" } };
}

async function run(order: SoakOrder): Promise<SoakCounts> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.callers });
  const counts: Record<string, number> = {};
  const giveUpAt = performance.now() + order.secondsMax * 1000;
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < order.requests && performance.now() < giveUpAt) {
      const call = callOf(order, next);
      next += 1;
      const kind = await send(order, call, agent);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: order.callers }, caller));
  agent.destroy();
  return counts;
}

function send(order: SoakOrder, call: Call, agent: Agent): Promise<string> {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers: Record<string, string> = { authorization: `Bearer ${order.serviceKey}`, ...call.headers };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (call.key !== undefined) headers["idempotency-key"] = call.key;
  return new Promise((resolve) => {
    const outgoing = request(new URL(call.path, order.url), { method: call.method, agent, headers });
    outgoing.once("response", (response) => {
      response.resume().once("close", () => resolve(String(response.statusCode)));
    });
    outgoing.once("error", () => resolve(call.leavesAfterMs === undefined ? "none" : "left"));
    if (call.leavesAfterMs !== undefined) setTimeout(() => outgoing.destroy(), call.leavesAfterMs);
    outgoing.end(body);
  });
}

if (import.meta.main && process.send !== undefined) {
  process.once("message", (order) => {
    void run(order as SoakOrder).then((counts) => process.send?.(counts));
  });
}
