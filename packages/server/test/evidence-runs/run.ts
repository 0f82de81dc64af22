/** Runs a plan: executes the action, loses its response, and lets svc look until it stops looking. */
import type { Execution } from "@svc/contract";
import { findAuth, type EvidenceScenario, type EvidenceWorld, type ProviderWorld } from "@svc/provider-kit/testing";
import { isReadRequest, type ProviderRequest } from "@svc/provider-kit";
import { execute } from "../../src/domain/executions/execute.ts";
import type { ExecuteResult } from "../../src/domain/executions/replay.ts";
import type { ProviderService } from "../../src/domain/provider-calls/port.ts";
import type { Caller } from "../../src/domain/service-clients/caller.ts";
import type { Books, Looked, Sight } from "./books.ts";
import type { Deployment, Place, Route } from "./deployment.ts";
import { evidenceOf, subjects, type Subject } from "./labs.ts";
import type { Moment, Plan } from "./plan.ts";
import { codeOfResult } from "../domain/executions/result-code.ts";

/** The state of a run. */
type Run = {
  deployment: Deployment;
  plan: Plan;
  subject: Subject;
  input: unknown;
  world: ProviderWorld;
  evidence: EvidenceWorld;
  scenario: EvidenceScenario;
  place: Place;
  /** Effects of earlier executions, which don't count. */
  effectsBefore: number;
  isLagging: boolean;
  /** Whether the requested state has held at some moment. */
  held: boolean;
  changes: number;
  /** The requests since the last look: `read` or `change`. */
  requests: string[];
  /** Resolves when the held request has been answered. */
  late: Promise<unknown> | null;
  done: Set<Moment>;
};

export async function runPlan(deployment: Deployment, plan: Plan): Promise<Books> {
  const subject = subjects[plan.subject % subjects.length];
  if (subject === undefined) throw new Error("There is no changing action.");
  const world = await subject.lab.open();
  try {
    return await runIn(await prepare(deployment, plan, subject, world));
  } finally {
    deployment.route = () => Promise.reject(new Error("The run is over."));
    await world.close();
  }
}

async function prepare(deployment: Deployment, plan: Plan, subject: Subject, world: ProviderWorld): Promise<Run> {
  const { provider, lab, action } = subject;
  const evidence = evidenceOf(world);
  const scenario = evidence.scenarios[action.id];
  if (scenario === undefined) throw new Error(`${provider.slug} has no scenario for ${action.id}.`);
  const inputs = lab.examples.actions[action.id]?.inputs ?? [{}];
  const { id } = action;
  const place = await deployment.place({
    provider: provider.slug,
    authKind: findAuth(provider, world.credential).kind,
    credential: world.credential,
    grantedActions: plan.isGranted ? provider.actions.map((one) => one.id) : [id],
    settleByState: plan.settleByState,
  });
  const run: Run = {
    deployment,
    plan,
    subject,
    input: inputs[plan.input % inputs.length],
    world,
    evidence,
    scenario,
    place,
    effectsBefore: 0,
    isLagging: plan.changesBehind > 0,
    held: false,
    changes: 0,
    requests: [],
    late: null,
    done: new Set(),
  };
  deployment.begin();
  evidence.lag(plan.changesBehind);
  if (plan.hasEarlier) {
    deployment.route = (request, _onLate, service) => world.send(request, purposeOf(run, request, service));
    await call(run, "earlier");
    run.effectsBefore = evidence.effects();
  }
  return run;
}

async function runIn(run: Run): Promise<Books> {
  const { deployment, plan, subject } = run;
  const { action, provider } = subject;
  const before = see(run, null);
  run.evidence.lose(plan.loss);
  deployment.route = (...given) => route(run, ...given);
  const lostAtMs = deployment.nowMs();
  const first = await call(run, "main");
  const executionId = idOf(first);
  const looks: Looked[] = [];
  const note = async (sight: Sight): Promise<Execution> => {
    const record = await find(run, executionId);
    looks.push({ sight, requests: run.requests, status: record.status, afterMs: deployment.nowMs() - lostAtMs });
    run.requests = [];
    return record;
  };
  let record = await note(see(run, executionId));
  while (record.status === "outcome_unknown") {
    const nextAtMs = await nextLookAt(run, executionId);
    if (nextAtMs === null) break;
    const ms = Math.max(0, nextAtMs - deployment.nowMs()) + 1;
    deployment.pass(ms);
    run.evidence.pass?.(ms);
    if (deployment.nowMs() - lostAtMs > 20 * 60_000) await reach(run, "after the quiet time");
    const sight = see(run, executionId);
    await deployment.look(plan.settings);
    record = await note(sight);
    await reach(run, "after the first look");
    if (plan.catchesUp) catchUp(run);
  }
  await reach(run, "after the first look");
  await reach(run, "after the quiet time");
  await reach(run, "at the end");
  if (record.status === "outcome_unknown") {
    // A person requests one more look.
    const sight = see(run, executionId);
    await ask(run, executionId);
    await note(sight);
  }
  const again = await call(run, "main");
  const end = await find(run, executionId);
  const { settlement } = end;
  return {
    plan,
    action: `${provider.slug}/${action.id}`,
    strength: action.evidence?.strength ?? "none",
    canLook: plan.isGranted || (action.evidence?.needs ?? []).every((need) => need === action.id),
    before,
    changes: run.changes,
    looks,
    record: end,
    settledAfterMs: settlement?.by === "evidence" ? Date.parse(settlement.at) - lostAtMs : null,
    atEnd: see(run, executionId),
    told: { first: toldBy(first), again: toldBy(again) },
  };
}

/** Sends a request from the service, and does what the plan has for `at once`. */
async function route(run: Run, ...[request, onLate, service]: Parameters<Route>): ReturnType<Route> {
  const { plan, world } = run;
  const purpose = purposeOf(run, request, service);
  if (purpose === "read") {
    if (run.changes > 0) run.requests.push(purpose);
    return await world.send(request, purpose);
  }
  run.changes += 1;
  // Only the first request is the action's own change.
  if (run.changes > 1) run.requests.push(purpose);
  const response = world.send(request, purpose);
  if (plan.loss !== "late_effect") {
    const facts = await response;
    await reach(run, "at once");
    return facts;
  }
  run.late = response.then((facts) => (plan.isHeard ? onLate(facts) : undefined));
  await reach(run, "at once");
  return { kind: "lost", reason: "timeout" } as const;
}

/** Returns whether the provider declares a request to be a read, regardless of how the service treats it. */
function purposeOf({ subject }: Run, request: ProviderRequest, service: ProviderService): "read" | "change" {
  // No run refreshes an OAuth token, and an exchange for a token changes nothing.
  if (service === "authorization") return "read";
  const { connectionPath = [] } = subject.provider;
  // The transport gets the path with the connection's prefix.
  const path = request.path.slice(connectionPath.length);
  const { origin: sentTo, ...plain } = request;
  // The region comes before the name that the action chose.
  const chosen = subject.provider.regions === undefined ? sentTo : sentTo?.split("/")[1];
  const own = { ...plain, path, ...(chosen === undefined ? {} : { origin: chosen }) };
  return isReadRequest(subject.provider, own) ? "read" : "change";
}

/** Does what the plan has for this moment, once. */
async function reach(run: Run, moment: Moment): Promise<void> {
  const { plan, done, evidence, scenario, input } = run;
  if (done.has(moment)) return;
  done.add(moment);
  run.held ||= scenario.holds(input);
  if (plan.other !== null && plan.otherAt === moment) scenario.interfere[plan.other]?.(input);
  if (run.late !== null && plan.lateAt === moment) {
    await evidence.release();
    await run.late;
  }
}

function catchUp(run: Run): void {
  run.evidence.lag(0);
  run.isLagging = false;
}

/** Returns the provider's current state. @param executionId null before there is one. */
function see(run: Run, executionId: string | null): Sight {
  const { deployment, evidence, scenario, input, place } = run;
  const of = { clientId: place.client.id, tenantId: place.tenantId };
  const holds = scenario.holds(input);
  run.held ||= holds;
  return {
    effects: evidence.effects() - run.effectsBefore,
    holds,
    held: run.held,
    shows: executionId !== null && (scenario.shows?.(input, deployment.markerOf({ ...of, id: executionId })) ?? false),
    isLagging: run.isLagging,
  };
}

async function call({ deployment, plan, subject, input, place }: Run, key: string): Promise<ExecuteResult> {
  const { client, tenantId, connectionId } = place;
  const idempotencyKey = `run-${plan.seed}-${key}`;
  const identity = { method: "POST", path: `/${subject.action.id}`, body: { input } };
  return await execute(deployment.services(plan.settings).execute, {
    caller: callerOf(client),
    tenantId,
    connectionId,
    actionId: subject.action.id,
    idempotencyKey: () => idempotencyKey,
    content: () => ({ input, identity }),
  });
}

function callerOf(client: Caller["client"]): Caller {
  return { client, keyId: "key", tenants: null };
}

function toldBy(result: ExecuteResult): string {
  return codeOfResult(result);
}

function idOf(result: ExecuteResult): string {
  if (result.kind === "proposed") throw new Error("The call waits for approval.");
  const id = result.kind === "answered" ? result.response.execution.id : result.error.execution_id;
  if (id === undefined) throw new Error(`There is no execution: ${toldBy(result)}.`);
  return id;
}

function find({ deployment, plan, place }: Run, executionId: string): Promise<Execution> {
  return deployment.services(plan.settings).records.get(callerOf(place.client), place.tenantId, executionId);
}

/** Requests a look; svc may answer that it can't. */
async function ask({ deployment, plan, place }: Run, executionId: string): Promise<void> {
  const { records } = deployment.services(plan.settings);
  await records.settle(callerOf(place.client), place.tenantId, executionId).catch((error: unknown) => {
    if (Object(error).code !== "EVIDENCE_NOT_AVAILABLE") throw error;
  });
}

/** Returns when svc looks next; null if it doesn't. */
async function nextLookAt({ deployment, place }: Run, executionId: string): Promise<number | null> {
  const { looks } = deployment.store;
  const leased = await looks.takeOne(place.client.id, executionId, 1000);
  if (leased === null) return null;
  if (leased === "busy") throw new Error("The look is leased.");
  const { sinceMs, made, nextAtMs, isPaused } = leased;
  await looks.keep(leased, null, { sinceMs, made, nextAtMs, isPaused });
  return nextAtMs;
}
