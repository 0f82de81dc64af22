/** Runs sequences of commands until enough have run, and checks the state after each sequence. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Execution } from "@svc/contract";
import type { Engine } from "../../conformance/harness/index.ts";
import { effectsByName } from "../../conformance/harness/ledger.ts";
import { connectionCommands } from "./commands/connections.ts";
import { completionCommands } from "./commands/completions.ts";
import { oauthCommands } from "./commands/oauth.ts";
import { operationCommands } from "./commands/operations.ts";
import { readCommands } from "./commands/reads.ts";
import { sessionCommands } from "./commands/sessions.ts";
import { tenantCommands } from "./commands/tenants.ts";
import { judgeToolCalls, toolCommands } from "./commands/tools.ts";
import { newEvents, readLog, removeEndpoint, webhookCommands } from "./commands/webhooks.ts";
import { sendAgain, writeCommands } from "./commands/writes.ts";
import { Model } from "./model.ts";
import { Real } from "./real.ts";

const kinds = [
  ...tenantCommands,
  ...sessionCommands,
  ...connectionCommands,
  ...writeCommands,
  ...readCommands,
  ...completionCommands,
  ...oauthCommands,
  ...toolCommands,
  ...webhookCommands,
  ...operationCommands,
];

/** The number of kinds of commands. */
export const kindCount = kinds.length;

/** Options of a run. */
export interface PropertyRun {
  readonly engine: Engine;
  /** Starts sequences until this many commands have run. */
  readonly commands: number;
  readonly seed: number;
  /** The printed path of a failure to repeat. */
  readonly path?: string;
  /** Whether to shrink a failing sequence, which repeats it many times. */
  readonly isShrunk: boolean;
}

/** The result of a run. */
export interface PropertyResult {
  readonly commands: number;
  readonly sequences: number;
  readonly writes: number;
  readonly counts: ReadonlyMap<string, number>;
}

const sequenceLength = { minLength: 40, maxLength: 100 };
// A sequence runs more than this; surplus sequences end immediately.
const commandsPerSequence = 15;

/** The setup commands of every sequence: most commands need a connection to one of the providers. */
const beginning = (
  [
    ["create a tenant", 0],
    ["create a session", 0],
    ["exchange a token", 0],
    ["submit a credential", 0],
    // With every action, and automatic completion.
    ["create an OAuth session", 2],
    ["exchange a token", 0],
    ["agree at the provider", 1],
    ["make a webhook endpoint", 1],
  ] as const
).map(([name, pick]) => {
  const found = kinds.find((one) => one.name === name);
  assert.ok(found !== undefined, name);
  return found.make(pick);
});

/** @throws Error with the seed, path and sequence of a failure. */
export async function runProperties(run: PropertyRun): Promise<PropertyResult> {
  const real = await Real.start(run.engine);
  let [sequences, writes] = [0, 0];
  const sequence = fc.array(fc.oneof(...kinds), { ...sequenceLength, size: "max" });
  const property = fc.asyncProperty(sequence, async (commands) => {
    if (real.executed >= run.commands) return;
    const model = new Model();
    await newEvents(real);
    await fc.asyncModelRun(() => ({ model, real }), [...beginning, ...commands]);
    await judge(model, real);
    sequences += 1;
    writes += model.writes.length;
  });
  try {
    await fc.assert(
      property.afterEach(() => real.betweenRuns()),
      {
        numRuns: Math.ceil(run.commands / commandsPerSequence),
        seed: run.seed,
        endOnFailure: !run.isShrunk,
        ...(run.path === undefined ? {} : { path: run.path }),
      },
    );
    return { commands: real.executed, sequences, writes, counts: real.counts };
  } finally {
    await real.dispose();
  }
}

/** At the end of a sequence: compares every record, effect and key with the model. */
async function judge(model: Model, real: Real): Promise<void> {
  await readLog(model, real);
  await judgeToolCalls(model, real);
  const effects = effectsByName(real.provider.ledger.effects);
  for (const write of model.writes) {
    assert.equal(effects.get(write.name) ?? 0, write.effects, `effects of ${write.name}`);
    const path = `/v1/tenants/${write.connection.tenant.id}/action-executions/${write.executionId}`;
    const response = await real.caller.get(path);
    assert.equal((response.json as Execution).status, write.status, response.text);
    if (!write.connection.tenant.isDeleted && !write.isFreed) await sendAgain(real, model, write);
  }
  const after = effectsByName(real.provider.ledger.effects);
  for (const { name, effects: count } of model.writes) assert.equal(after.get(name) ?? 0, count, `${name} acted again`);
  for (const endpoint of model.endpoints)
    if (endpoint.status !== "deleted") await removeEndpoint(model, real, endpoint);
  await readLog(model, real);
}
