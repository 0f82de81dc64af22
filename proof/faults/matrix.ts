/**
 * Every wire fault with each kind of request, on a fresh connection, on one that has just answered a read of the same
 * execution, and on one kept from an earlier execution.
 *
 * On a used connection, `secrets.get` gets the fault when its first response was a 503 and it is repeated;
 * `secrets.set` when its probe was answered there. `secrets.delete` sends a single request, so it has no such case. A
 * read comes first on a kept connection, so `secrets.get` gets the fault immediately and `secrets.set` after its probe.
 * `secrets.delete` must not use a kept connection at all, which is shown by the faults that look like a kept
 * connection's end.
 *
 * `probe` is a `secrets.set` whose probe gets the fault: no change may follow it.
 */
import { tokens } from "@svc/provider-doppler/simulator";
import type { Execution, Tenant } from "@svc/contract";
import {
  connect,
  Connected,
  makeClient,
  startServer,
  type HttpResponse,
  type Engine,
} from "../../conformance/harness/index.ts";
import { freeingCodes, recordOfKey } from "../../conformance/harness/ledger.ts";
import { proveDepartures } from "./departures.ts";
import { jsonResponse, startRawProvider, type RawProvider, type RawRequest, type Script } from "./raw-provider.ts";
import { goodResponse, wireFaults, type Verdict, type WireFault } from "./wire-faults.ts";

/** Long enough that only a fault reaches it. */
const callTimeoutMs = 5000;
const casesAtOnce = 12;

const methods = ["get", "set", "delete", "probe"] as const;
const connections = ["fresh", "reused", "kept"] as const;
type Method = (typeof methods)[number];
type Connection = (typeof connections)[number];

interface Case {
  readonly fault: WireFault;
  readonly method: Method;
  readonly connection: Connection;
}

/** A case. */
interface Trial extends Case {
  /** Its project at the provider, and its key. */
  readonly project: string;
  /** The request that left a kept connection, if the case needs one. */
  readonly before: RawRequest | null;
}

/** Each worker uses its own connection. */
interface Worker {
  readonly connected: Connected;
  readonly suffix: string;
  trials: number;
}

/** How often a case is retried if a slow machine let its connection close too early or too late. */
const trialsMax = 20;

export interface MatrixResult {
  readonly cases: number;
  /** The number of cases by class. */
  readonly classes: ReadonlyMap<string, number>;
  /** Violations, one sentence each. */
  readonly faults: readonly string[];
}

/** Runs every case against one server. */
export async function runMatrix(engine: Engine): Promise<MatrixResult> {
  const provider = await startRawProvider();
  const env = { SVC_CALL_TIMEOUT_MS: String(callTimeoutMs), SVC_RATE_LIMIT_RPS: "0" };
  const server = await startServer({ engine, env, sandboxProvider: provider.url });
  try {
    const client = await makeClient(server);
    const body = { externalId: "wire", displayName: "Wire" };
    const made = await client.caller.post("/v1/tenants", body, { idempotencyKey: "wire" });
    const tenantId = (made.json as Tenant).id;
    const open = async (): Promise<Connected> =>
      new Connected(client.caller, tenantId, await connect(client.caller, tenantId, tokens.serviceAccount));
    const cases = casesOf(wireFaults);
    const waiting = [...cases];
    const classes = new Map<string, number>();
    const faults: string[] = [];
    const work = async (index: number): Promise<void> => {
      const worker: Worker = { connected: await open(), suffix: `-w${index}`, trials: 0 };
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const seen = await tryOut(provider, worker, next);
        classes.set(seen.verdict, (classes.get(seen.verdict) ?? 0) + 1);
        faults.push(...seen.faults.map((text) => `${next.fault.name}, ${next.method} on ${next.connection}: ${text}`));
      }
    };
    await Promise.all(Array.from({ length: casesAtOnce }, (_, index) => work(index)));
    faults.push(...sharedConnections(provider.requests));
    faults.push(...(await proveDepartures(provider, await open(), `w${casesAtOnce}`)));
    return { cases: cases.length, classes, faults };
  } finally {
    await server.dispose();
    await provider.close();
  }
}

function casesOf(faults: readonly WireFault[]): readonly Case[] {
  return faults
    .flatMap((fault) => methods.flatMap((method) => connections.map((connection) => ({ fault, method, connection }))))
    .filter(({ fault, method, connection }) => {
      if (method === "probe") return connection === "fresh";
      return method !== "delete" || connection === "fresh" || (connection === "kept" && fault.isSilent === true);
    });
}

/** Sets up and runs a case; again if its connection wasn't closed when the case says so. */
async function tryOut(provider: RawProvider, worker: Worker, one: Case) {
  for (let trials = 1; ; trials += 1) {
    worker.trials += 1;
    const project = `p-${worker.trials}${worker.suffix}`;
    // The server doesn't use a closed connection, so the case would start on a fresh one.
    if (one.connection !== "kept") provider.hangUp((last) => last.endsWith(worker.suffix));
    const before = one.connection === "kept" ? await leaveOne(provider, worker) : null;
    const trial: Trial = { ...one, project, before };
    const seen = await prove(provider, worker.connected, trial);
    const requests = provider.of(project);
    if (trials === trialsMax || !(isMissed(requests, trial) || isCrossed(requests, one, seen.verdict))) return seen;
  }
}

/** Whether a probe's connection, reset after its response, broke under the change: on a slow machine, while it was sent. */
function isCrossed(requests: readonly RawRequest[], { method }: Case, verdict: string): boolean {
  return method === "probe" && verdict === "ACTION_OUTCOME_UNKNOWN" && requests.every((one) => one.method === "GET");
}

/** Whether a request that needed the idle connection used another one. */
function isMissed(requests: readonly RawRequest[], { method, connection, before }: Trial): boolean {
  if (connection === "fresh" || (connection === "kept" && method === "delete")) return false;
  const [first, second] = requests;
  const isFirstMissed = before !== null && first?.connection !== before.connection;
  const isOneEnough = connection === "kept" && method === "get";
  return isFirstMissed || (!isOneEnough && first?.connection !== second?.connection);
}

/** An execution that leaves an idle connection. @returns its last request. */
async function leaveOne(provider: RawProvider, { connected, suffix, trials }: Worker): Promise<RawRequest> {
  const project = `before-${trials}${suffix}`;
  provider.script(project, (request) => (socket) => void socket.write(goodResponse(request)));
  const response = await connected.execute("secrets.get", { project, config: "dev", name: "WIRE" });
  const last = provider.of(project).at(-1);
  if (response.status !== 200 || last === undefined) throw new Error("The execution before a case failed.");
  return last;
}

/** TCP connections that carried requests of two svc connections, one sentence each. */
function sharedConnections(requests: readonly RawRequest[]): readonly string[] {
  const executed = requests.filter(({ project }) => project !== "");
  return [...Map.groupBy(executed, ({ connection }) => connection)]
    .filter(([, ofOne]) => new Set(ofOne.map(({ project }) => project.replace(/.*-w/, ""))).size > 1)
    .map(([connection]) => `connection ${connection} carried requests from two of our connections`);
}

/** Read results that prove nothing about the change: after such a probe it isn't sent, and the key is freed. */
const failedProbes: ReadonlySet<Verdict> = new Set<Verdict>(["PROVIDER_ERROR", "PROVIDER_TIMEOUT"]);

/** The expected result. */
function expectedOf({ fault, method }: Case): Verdict {
  if (method === "get") return fault.read;
  if (method === "probe") return failedProbes.has(fault.read) ? "ACTION_NOT_DISPATCHED" : fault.read;
  return fault[method];
}

/** The answers to the case's requests, in order. */
function scriptOf({ fault, method, connection }: Trial): (request: RawRequest, count: number) => Script {
  const say =
    (bytes: string): Script =>
    (socket) =>
      void socket.write(bytes);
  return (request, count) => {
    if (method === "probe") return request.method === "GET" ? fault.script : say(goodResponse(request));
    if (method === "get") {
      const isFirst = connection === "reused" && count === 1;
      return isFirst ? say(jsonResponse({ messages: ["later"] }, "503 Service Unavailable")) : fault.script;
    }
    if (method === "set") {
      if (request.method === "POST") return fault.script;
      const ends = connection === "fresh" ? ["connection: close"] : [];
      return say(jsonResponse({ names: ["PORT"], success: true }, "200 OK", ends));
    }
    return request.method === "DELETE" ? fault.script : say(goodResponse(request));
  };
}

async function prove(provider: RawProvider, connected: Connected, one: Trial) {
  const { method, project } = one;
  provider.script(project, scriptOf(one));
  const action = method === "probe" ? "set" : method;
  const input = { project, config: "dev", name: "WIRE", ...(action === "set" ? { value: "canary-wire" } : {}) };
  const send = (): Promise<HttpResponse> =>
    connected.execute(`secrets.${action}`, input, method === "get" ? {} : { idempotencyKey: project });
  const response = await send();
  const verdict = response.status === 200 ? "succeeded" : response.problem().code;
  const faults: string[] = [];
  const check = (holds: boolean, text: string): void => void (holds || faults.push(text));
  const expected = expectedOf(one);
  check(verdict === expected, `came to ${verdict} instead of ${expected}`);
  checkRequests(provider.of(project), one, verdict, check);
  if (method !== "get") {
    const record = await recordOfKey(connected, project);
    check(statusFor(verdict) === record.status, `the record says ${record.status}`);
    check(method !== "probe" || (record.dispatchedAt !== null) === (verdict === "succeeded"), "when it was dispatched");
    const sent = provider.of(project).length;
    provider.script(project, (request) => (socket) => void socket.write(goodResponse(request)));
    const again = await send();
    if (freeingCodes.has(verdict)) {
      const { execution } = again.json as { execution?: Execution };
      check(again.status === 200 && execution?.attempt === 2, `the freed key gave ${again.text}`);
    } else {
      check(again.status === response.status, `its replay is ${again.status}`);
      check(provider.of(project).length === sent, "a replay asked the provider");
    }
  } else if (verdict !== "succeeded") {
    const path = `/v1/tenants/${connected.tenantId}/action-executions/${response.problem().execution_id ?? ""}`;
    const record = (await connected.caller.get(path)).json as Execution;
    check(record.status === "failed" && record.error?.code === verdict, `the record says ${record.status}`);
  }
  return { verdict, faults };
}

function statusFor(verdict: string): string {
  if (verdict === "succeeded") return "succeeded";
  return verdict === "ACTION_OUTCOME_UNKNOWN" ? "outcome_unknown" : "failed";
}

/** How often it was sent, and on which connection the fault occurred. */
function checkRequests(
  requests: readonly RawRequest[],
  one: Trial,
  verdict: string,
  check: (holds: boolean, text: string) => void,
): void {
  const { fault, method, connection } = one;
  const changes = requests.filter((request) => request.method !== "GET");
  const isUnsent = method === "get" || (method === "probe" && verdict !== "succeeded");
  check(changes.length === (isUnsent ? 0 : 1), `${changes.length} changing requests`);
  check(!requests.some(({ path }) => path === "/elsewhere"), "a redirect was followed");
  const met = method === "set" ? changes[0] : requests[connection === "reused" ? 1 : 0];
  const [first] = requests;
  if (met === undefined || first === undefined) {
    check(false, "the fault was not met");
    return;
  }
  checkOrdinal(met, first, one, check);
  if ((method !== "get" && method !== "probe") || fault.sends === undefined) return;
  // On a used connection, the first of three requests got the 503; a request lost with a kept connection is repeated
  // invisibly.
  const isRepeated = connection === "kept" && fault.isSilent === true;
  const isAfterOne = connection === "reused" && fault.sends !== 3;
  const sends = fault.sends + (isRepeated || isAfterOne ? 1 : 0);
  const reads = requests.length - changes.length;
  check(reads === sends, `it was sent ${reads} times instead of ${sends}`);
}

/** Checks that the fault occurred on the case's connection. */
function checkOrdinal(
  met: RawRequest,
  first: RawRequest,
  { method, connection, before }: Trial,
  check: (holds: boolean, text: string) => void,
): void {
  if (connection === "fresh" || (connection === "kept" && method === "delete")) {
    check(met.ordinal === 1, `it was the connection's request ${met.ordinal}`);
  } else {
    check(met.connection === first.connection, "it was met on another connection");
    const expected = (before?.ordinal ?? 0) + (connection === "kept" && method === "get" ? 1 : 2);
    check(met.ordinal === expected, `it was the connection's request ${met.ordinal} in place of ${expected}`);
  }
}
