/** Load while servers stop and start: keyed writes, reads, lists, and complete Connect sessions. */
import { everyAction, devConfig, sessionBody, testOrigin, type Connected } from "../../conformance/harness/index.ts";
import type { BalancedResponse, Balancer } from "./balancer.ts";

/** The completed work, and unexpected answers. */
export interface LoadTally {
  /** Names of secrets whose write succeeded. */
  readonly written: string[];
  reads: number;
  lists: number;
  /** Connections that Connect sessions returned. */
  readonly connected: string[];
  readonly faults: string[];
  /** How many more writes may start: a config at the provider has room for 1,200 names. */
  writesLeft: number;
}

/** One caller's requests, as the connection's service client. */
interface Calls {
  readonly balancer: Balancer;
  readonly connected: Connected;
  readonly credential: string;
  readonly tally: LoadTally;
}

/** Runs streams of mixed requests until the signal; each stream finishes its current request. */
export async function loadUntil(signal: AbortSignal, calls: Calls, streams: number, random: () => number) {
  const run = async (stream: number): Promise<void> => {
    for (let index = 0; !signal.aborted; index += 1) {
      const draw = random();
      const name = `DRAIN_${stream}_${index}`;
      if (draw < 0.5 && calls.tally.writesLeft > 0) await write(calls, name);
      else if (draw < 0.7) await read(calls);
      else if (draw < 0.85) await list(calls);
      else await connect(calls, name);
    }
  };
  await Promise.all(Array.from({ length: streams }, (_one, stream) => run(stream)));
}

function headersOf({ connected }: Calls, key?: string): Record<string, string> {
  const authorization = `Bearer ${connected.caller.key}`;
  return key === undefined ? { authorization } : { authorization, "idempotency-key": key };
}

/** Records an unexpected response, and returns an expected one. The balancer counts lost requests. */
function expected(
  { tally }: Calls,
  status: number,
  what: string,
  response: BalancedResponse | null,
): BalancedResponse | null {
  if (response === null || response.status === status) return response;
  tally.faults.push(`${what}: ${response.status} ${String(response.json["code"])}`);
  return null;
}

async function write(calls: Calls, name: string): Promise<void> {
  calls.tally.writesLeft -= 1;
  const path = `${calls.connected.path}/actions/secrets.set:execute`;
  const body = { input: { ...devConfig, name, value: `canary-value-of-${name}` } };
  const response = await calls.balancer.send({ method: "POST", path, headers: headersOf(calls, name), body });
  if (expected(calls, 200, name, response) !== null) calls.tally.written.push(name);
}

async function read(calls: Calls): Promise<void> {
  const path = `${calls.connected.path}/actions/secrets.names.list:execute`;
  const response = await calls.balancer.send({
    method: "POST",
    path,
    headers: headersOf(calls),
    body: { input: { ...devConfig } },
  });
  if (expected(calls, 200, "read", response) !== null) calls.tally.reads += 1;
}

async function list(calls: Calls): Promise<void> {
  const path = `/v1/tenants/${calls.connected.tenantId}/action-executions?limit=5`;
  const response = await calls.balancer.send({ method: "GET", path, headers: headersOf(calls) });
  if (expected(calls, 200, "list", response) !== null) calls.tally.lists += 1;
}

async function connect(calls: Calls, name: string): Promise<void> {
  const { balancer, connected, credential, tally } = calls;
  const created = await balancer.send({
    method: "POST",
    path: `/v1/tenants/${connected.tenantId}/connect-sessions`,
    headers: headersOf(calls, `connect-${name}`),
    body: sessionBody({ requestedActions: [...everyAction] }),
  });
  const session = expected(calls, 201, "create a session", created);
  if (session === null) return;
  const { token } = session.json;
  const exchanged = await balancer.send({
    method: "POST",
    path: "/connect/v1/exchange",
    headers: { origin: testOrigin },
    body: { token },
  });
  const opened = expected(calls, 200, "exchange", exchanged);
  if (opened === null) return;
  const submitted = await balancer.send({
    method: "POST",
    path: "/connect/v1/credential",
    headers: { origin: testOrigin, authorization: `Bearer ${String(opened.json["sessionSecret"])}` },
    body: { access_token: credential },
  });
  const done = expected(calls, 200, "submit a credential", submitted);
  if (done !== null) tally.connected.push(String(done.json["connection_id"]));
}
