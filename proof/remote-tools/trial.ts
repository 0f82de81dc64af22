/**
 * Executions of remote tools whose server answers in seeded ways, compared with what the server received and did. A
 * record may say "unknown" whenever the response says nothing, but it never says more than the truth.
 */
import type { Execution, ImportedConnection, Tenant } from "@svc/contract";
import {
  Connected,
  makeClient,
  makeHome,
  startServer,
  type Engine,
  type HttpResponse,
} from "../../conformance/harness/index.ts";
import { recordOfKey } from "../../conformance/harness/ledger.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { deliveries, slowDeliveries, startStandIn, type Delivery, type StandIn } from "@svc/mcp-provider/simulator";
import { writeNotes } from "./notes-provider.ts";

/** How a run is set up. */
export interface TrialPlan {
  readonly engine: Engine;
  readonly executions: number;
  readonly seed: number;
}

/** What a run found. */
export interface TrialResult {
  /** The number of executions by delivery and outcome, such as `lost: succeeded by evidence`. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The most `tools/call` of a changing tool that one execution caused. */
  readonly callsMost: number;
  /** Records that say something else than what happened, one sentence each. */
  readonly faults: readonly string[];
}

const actions = { "tools.setNote": "set_note", "tools.appendNote": "append_note", "tools.deleteNote": "delete_note" };
type ActionId = keyof typeof actions;
const actionIds = Object.keys(actions) as readonly ActionId[];
const connections = 6;
const callTimeoutMs = 2500;

/** One execution and how it is answered. */
type Planned = { id: string; action: ActionId; delivery: Delivery };

/** Executes everything that the plan says, on several connections at once. */
export async function runTrial({ engine, executions, seed }: TrialPlan): Promise<TrialResult> {
  const random = seededRandom(seed);
  const planned = Array.from({ length: executions }, (_, at) => plan(`note-${String(at)}`, random));
  const byId = new Map(planned.map((one) => [one.id, one]));
  const standIn = await startStandIn({
    deliver: ({ tool, args }) => (tool === "get_note" ? "json" : (byId.get(String(args["id"]))?.delivery ?? "json")),
    // The handshake fails now and then, too.
    intercept(method, response) {
      if (method !== "initialize" || random() > 0.05) return false;
      if (random() < 0.5) response.destroy();
      else response.writeHead(503).end();
      return true;
    },
  });
  const home = await makeHome(engine);
  writeNotes(home.folder, standIn.url);
  const env = {
    SVC_PROVIDERS: "./notes",
    SVC_CALL_TIMEOUT_MS: String(callTimeoutMs),
    SVC_RATE_LIMIT_RPS: "0",
    SVC_SETTLE: "automatic",
  };
  const server = await startServer({ engine, home, env, sandboxProviders: { notes: new URL(standIn.url).origin } });
  try {
    const client = await makeClient(server, { allowActions: ["notes/*"], flags: ["--allow-import"] });
    const waiting = [...planned];
    const outcomes = new Map<string, number>();
    const faults: string[] = [];
    await Promise.all(
      Array.from({ length: connections }, async (_, at) => {
        const name = `t-${String(at)}`;
        const connected = await connect(client.caller, name);
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const found = await prove(standIn, connected, tokenOf(name), next);
          outcomes.set(found.outcome, (outcomes.get(found.outcome) ?? 0) + 1);
          faults.push(...found.faults.map((text) => `${next.action} of ${next.id}, “${next.delivery}”: ${text}`));
        }
      }),
    );
    return { outcomes, callsMost: Math.max(0, ...planned.map(({ id }) => changesOf(standIn, id))), faults };
  } finally {
    await server.dispose();
    await standIn.close();
  }
}

/** Slow answers are rare, because each takes the whole time limit. */
function plan(id: string, random: () => number): Planned {
  const pool = random() < 0.04 ? slowDeliveries : deliveries.filter((one) => !slowDeliveries.includes(one));
  const pick = <Item>(items: readonly Item[], or: Item): Item => items[Math.floor(random() * items.length)] ?? or;
  return { id, action: pick(actionIds, "tools.setNote"), delivery: pick(pool, "json") };
}

async function connect(caller: Connected["caller"], name: string): Promise<Connected> {
  const made = await caller.post("/v1/tenants", { externalId: name, displayName: name }, { idempotencyKey: name });
  const tenantId = (made.json as Tenant).id;
  const body = {
    provider: "notes",
    authKind: "static_credential",
    requestedActions: [...actionIds, "tools.getNote"],
    credential: { access_token: tokenOf(name) },
  };
  // The handshake of the import may fail as well, so it is repeated.
  for (let count = 0; ; count += 1) {
    const key = `${name}-${String(count)}`;
    const imported = await caller.post(`/v1/tenants/${tenantId}/connections:import`, body, { idempotencyKey: key });
    const { connection = null } = imported.json as Partial<ImportedConnection>;
    if (imported.status === 200 && connection !== null) return new Connected(caller, tenantId, connection.id);
    if (count === 20) throw new Error(`The connection wasn't imported: ${imported.text}`);
  }
}

/** Each tenant has a credential of its own. */
function tokenOf(name: string): string {
  return `token-of-${name}`;
}

/** The calls of changing tools for a note. */
function changesOf({ calls }: StandIn, id: string): number {
  return calls.filter(({ tool, args }) => tool !== "get_note" && args["id"] === id).length;
}

async function prove(standIn: StandIn, connected: Connected, token: string, { id, action, delivery }: Planned) {
  const input = action === "tools.deleteNote" ? { id } : { id, text: `text of ${id}` };
  const send = (): Promise<HttpResponse> => connected.execute(action, input, { idempotencyKey: id });
  const response = await send();
  const record = await recordOfKey(connected, id);
  const calls = changesOf(standIn, id);
  const isDone = standIn.effects.includes(id);
  const faults: string[] = [];
  const check = (holds: boolean, text: string): void => void (holds || faults.push(text));
  check(calls <= 1, `${String(calls)} calls`);
  const ofNote = standIn.calls.filter(({ args }) => args["id"] === id);
  const isOwn = ofNote.every(({ authorization }) => authorization === `Bearer ${token}`);
  check(isOwn, "a call had another tenant's credential");
  check(record.status !== "succeeded" || isDone, "it says “succeeded”, and nothing took effect");
  check(record.status !== "failed" || !isDone, `it says “failed” (${record.error?.code ?? ""}), and it took effect`);
  check(["succeeded", "failed", "outcome_unknown"].includes(record.status), `it says ${record.status}`);
  check(record.dispatchedAt !== null || calls === 0, "it says that nothing was sent");
  // After these, the key is free, and a second request is a new attempt.
  const isFreed = ["ACTION_NOT_DISPATCHED", "PROVIDER_RATE_LIMITED", "PROVIDER_UNREACHABLE"].includes(
    record.error?.code ?? "",
  );
  if (!isFreed) {
    const again = await send();
    check(again.status === response.status, `its replay is ${String(again.status)}`);
    check(changesOf(standIn, id) === calls, "a replay called the tool");
  }
  return { outcome: `${delivery}: ${outcomeOf(record)}`, faults };
}

function outcomeOf({ status, error, settlement }: Execution): string {
  const how = settlement?.by === "evidence" ? " by evidence" : "";
  return `${status}${how}${status === "failed" ? ` (${error?.code ?? ""})` : ""}`;
}
