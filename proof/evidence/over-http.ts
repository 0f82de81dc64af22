/** Lost responses over HTTP: a real server on PostgreSQL, whose records are compared with the simulators' ledgers. */
import type { Execution } from "@svc/contract";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { losses, type Loss } from "@svc/simulator";
import {
  connect,
  Connected,
  makeClient,
  startServer,
  until,
  type TestClient,
} from "../../conformance/harness/index.ts";
import { appEnvironment, OAuthFixture, startSimulatedGithub } from "../../conformance/harness/oauth/fixture.ts";
import { kinds, makeTarget, type Simulators, type Target } from "./targets.ts";

/** The number of runs, and the source of their random choices. */
export interface HttpPlan {
  readonly runs: number;
  readonly random: () => number;
}

/** The result of the plan. */
export interface HttpResult {
  readonly wrongs: readonly string[];
  readonly settled: number;
  /** Seconds from the request to the settlement, if the effect happened and could be checked for. */
  readonly seconds: readonly number[];
}

/** A run whose response was lost. */
interface LostRun {
  readonly name: string;
  readonly target: Target;
  readonly loss: Loss;
  readonly connected: Connected;
  readonly canLook: boolean;
  readonly executionId: string;
  readonly effects: number;
  readonly changes: number;
  /** Whether another writer changed the target after the first response. */
  readonly hasOther: boolean;
  /** The status of the record right after the first response. */
  readonly first: Execution["status"];
}

const allLosses: readonly Loss[] = ["before_effect", "after_effect", "truncated_response", "status_502"];
const many = 1_000_000;
/** Checks happen 5 s after the outcome became unknown; anything that isn't settled soon after waits for the next. */
const settledWithinMs = 12_000;

export async function runOverHttp(plan: HttpPlan): Promise<HttpResult> {
  const doppler = await startDopplerSimulator({
    switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
  });
  const github = await startSimulatedGithub();
  const server = await startServer({
    engine: "postgres",
    env: { ...appEnvironment, SVC_SETTLE: "automatic", SVC_CALL_TIMEOUT_MS: "2600", SVC_CIRCUIT_BREAKER_FAULTS: "0" },
    sandboxProviders: { doppler: doppler.url, github: github.origin.url },
  });
  try {
    const client = await makeClient(server, { allowActions: ["doppler/*", "github/*"] });
    const fixture = new OAuthFixture({ engine: "postgres", github, server, client });
    const connections = createConnections(fixture, client, doppler.tokens.serviceAccount);
    const runs: LostRun[] = [];
    for (let run = 0; run < plan.runs; run += 1) {
      const lost = await loseOne(plan, run, { doppler, github: github.api }, connections);
      if (lost !== null) runs.push(lost);
    }
    return await compare(runs);
  } finally {
    await server.dispose();
    await github.close();
    await doppler.close();
  }
}

type Connections = (target: Target, canLook: boolean) => Promise<Connected>;

/** One connection for each action, with and without its reads. */
function createConnections(fixture: OAuthFixture, { caller }: TestClient, token: string): Connections {
  const made = new Map<string, Promise<Connected>>();
  const make = async ({ provider, action, reads }: Target, canLook: boolean): Promise<Connected> => {
    const requestedActions = canLook ? [action, ...reads] : [action];
    if (provider === "github") return await fixture.connected({ requestedActions });
    const tenantId = await fixture.tenant();
    return new Connected(caller, tenantId, await connect(caller, tenantId, token, { requestedActions }));
  };
  return async (target, canLook) => {
    const name = `${target.provider}/${target.action} ${String(canLook)}`;
    const connected = made.get(name) ?? make(target, canLook);
    made.set(name, connected);
    return await connected;
  };
}

/** @returns null if the response arrived after all, because the action doesn't read it. */
async function loseOne(
  { random }: HttpPlan,
  run: number,
  simulators: Simulators,
  connections: Connections,
): Promise<LostRun | null> {
  const kind = kinds[run % kinds.length] ?? "issue";
  const loss = random() < 0.1 ? "late_effect" : (allLosses[Math.floor(random() * allLosses.length)] ?? "after_effect");
  const canLook = random() < 0.85;
  const hasOther = random() < 0.3;
  const target = makeTarget(kind, run, simulators);
  const simulator = simulators[target.provider];
  const connected = await connections(target, canLook);
  const { ledger } = simulator;
  const before = { effects: ledger.effects.length, requests: ledger.requests.length };
  const { lose, release } = losses(simulator);
  lose(loss);
  const response = await connected.execute(target.action, target.input, { idempotencyKey: `run-${run}` });
  const executionId = /act_[0-9a-z]{26}/.exec(response.text)?.[0];
  if (executionId === undefined) throw new Error(`run ${run}: ${response.text}`);
  const { status: first } = await find(connected, executionId);
  if (hasOther) target.interfere();
  if (loss === "late_effect") {
    await release();
    await until(5000, "the late effect comes", () => (ledger.effects.length > before.effects ? true : null));
  }
  const record = await find(connected, executionId);
  if (record.settlement?.by === "response") return null;
  return {
    name: `run ${run}, ${target.action} (${kind}), ${loss}, ${hasOther ? "another writer" : "alone"}, ${executionId}`,
    target,
    loss,
    connected,
    canLook,
    executionId,
    effects: ledger.effects.length - before.effects,
    changes: ledger.requests.slice(before.requests).filter(({ method }) => method !== "GET").length,
    hasOther,
    first,
  };
}

async function find({ caller, tenantId }: Connected, executionId: string): Promise<Execution> {
  const response = await caller.get(`/v1/tenants/${tenantId}/action-executions/${executionId}`);
  if (response.status !== 200) throw new Error(response.text);
  return response.json as Execution;
}

async function compare(runs: readonly LostRun[]): Promise<HttpResult> {
  const wrongs: string[] = [];
  const seconds: number[] = [];
  let settled = 0;
  const giveUpAtMs = performance.now() + settledWithinMs;
  for (const run of runs) {
    let record = await find(run.connected, run.executionId);
    while (record.status === "outcome_unknown" && isShown(run) && performance.now() < giveUpAtMs) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      record = await find(run.connected, run.executionId);
    }
    const wrong = wrongOf(run, record);
    if (wrong !== null) wrongs.push(`${run.name}: ${wrong}`);
    if (record.settlement === null) continue;
    settled += 1;
    if (run.loss !== "late_effect" && isShown(run)) {
      seconds.push((Date.parse(record.settlement.at) - Date.parse(record.createdAt)) / 1000);
    }
  }
  return { wrongs, settled, seconds };
}

/** Whether a check finds the effect by its marker. */
function isShown({ target, canLook, effects }: LostRun): boolean {
  return target.provider === "github" && canLook && effects > 0 && target.holds();
}

function wrongOf(run: LostRun, { status, settlement, evidence }: Execution): string | null {
  const { target, canLook, effects, changes, hasOther, first } = run;
  if (changes !== 1) return `${changes} changing requests`;
  if (!canLook && evidence.some(({ verdict }) => verdict !== "undetermined")) return "looked without the grant";
  if (status === "outcome_unknown") return isShown(run) ? "the effect can be seen, and nothing was settled" : null;
  if (settlement?.by !== "evidence") return `settled by ${settlement?.by ?? "nothing"}`;
  if (status === "failed") return effects > 0 ? "settled as failed, with an effect" : null;
  if (settlement.basis === "marker" || settlement.basis === "fence") {
    return effects > 0 ? null : `settled by ${settlement.basis}, without an effect`;
  }
  // If it was settled within the call, the state held before the other writer changed it.
  const held = first === "succeeded" && hasOther ? effects > 0 : target.holds();
  return held ? null : "settled by a state that didn't hold";
}
