/**
 * Tests the evidence of one action with every way to lose a response × every change by another writer × reads that lag.
 * After each step, a look is compared with the provider's own ledger and state.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { safeOutput } from "@svc/contract";
import { isDeepStrictEqual } from "node:util";
import type { Action } from "../action.ts";
import type { Evidence } from "../evidence.ts";
import type { Provider } from "../provider.ts";
import { answered } from "./responses.ts";
import { lostEnds, malformedReads, notSentEnds, refusedStatuses, statusEnd } from "./ends.ts";
import { changeLosses, interferences } from "./evidence-world.ts";
import type { ChangeLoss, EvidenceScenario, EvidenceWorld, Interference } from "./evidence-world.ts";
import { unrecordedTexts, textsOf } from "./facts.ts";
import { runLook, type LookEnd } from "./look.ts";
import { testMarker, type Exchange, type PassedFacts, type RunEnd, type Send } from "./port.ts";
import { aliasesOf, assertForms, readForms, requestForms } from "./request-forms.ts";
import { describe, findConnection, findExamples, run, secretsIn, shorten } from "./runs.ts";
import { violations } from "./validation.ts";
import { isFinal, misjudgment, type Seen } from "./verdicts.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

type SettledAction = Action & { evidence: Evidence };

/** An open environment for one action. */
type Lab = { provider: Provider; action: SettledAction; world: ProviderWorld; evidence: EvidenceWorld };

/** One case; `changesBehind` is how far reads lag. */
type Case = { input: unknown; loss: ChangeLoss; other: Interference | null; changesBehind: number };

/** Registers the tests of an action's evidence. */
export function exerciseEvidence(
  provider: Provider,
  action: SettledAction,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
): void {
  const title = `${provider.slug}/${action.id}`;
  const { inputs } = findExamples(examples, action);
  const withLab = async (use: (lab: Lab, scenario: EvidenceScenario) => Promise<void>) => {
    const world = await makeWorld();
    try {
      assert.notEqual(world.evidence, undefined, "an environment for actions with evidence sets `evidence`, or null");
      if (world.evidence === null || world.evidence === undefined) return;
      const scenario = world.evidence.scenarios[action.id];
      assert.ok(scenario !== undefined, `there is no scenario for ${action.id}`);
      await use({ provider, action, world, evidence: world.evidence }, scenario);
    } finally {
      await world.close();
    }
  };
  for (const loss of changeLosses) {
    test(`${title}: a look is right if the response is lost: ${loss.replaceAll("_", " ")}`, async () => {
      const settled: boolean[] = [];
      for (const input of inputs) {
        for (const other of [null, ...interferences]) {
          for (const changesBehind of [0, 1, 2]) {
            await withLab(async (lab, scenario) => {
              if (other !== null && scenario.interfere[other] === null) return;
              const isFound = await runCase(lab, scenario, { input, loss, other, changesBehind });
              if (other === null && changesBehind === 0) settled.push(isFound);
            });
          }
        }
      }
      // Some updates can't be detected at a provider, but a look that never finds anything isn't evidence.
      if (loss === "after_effect" && settled.length > 0) assert.ok(settled.includes(true), "no look found the effect");
    });
  }
  test(`${title}: a look whose read ends badly is undetermined`, () =>
    withLab((lab) => exerciseBadReads(lab, inputs[0], examples)));
  test(`${title}: a look reads only what the actions in needs read, and the action before its change`, () =>
    withLab((lab) => exerciseNeeds(lab, inputs[0], examples)));
}

/** @returns whether the first look after the sending found the effect. */
async function runCase(lab: Lab, scenario: EvidenceScenario, one: Case): Promise<boolean> {
  const { evidence, action } = lab;
  const { input, loss, other, changesBehind } = one;
  const says = (step: string) => `${shorten(one)} after ${step}`;
  const heldBefore = scenario.holds(input);
  evidence.lag(changesBehind);
  const sent = await loseResponse(lab, input, loss);
  // A truncated body doesn't affect an action that never reads it.
  if (sent.end.kind === "output" && loss === "truncated_response") return false;
  assert.equal(sent.end.kind, "unknown", `${says("sending")}: ${describe(sent.end)}`);
  const { secrets: others = [] } = scenario;
  const secrets = [
    ...unrecordedTexts(action.input, input),
    ...others,
    ...secretsIn(lab.provider, lab.world.credential),
  ];
  const seen: Seen[] = [];
  const lookAfter = async (step: string): Promise<boolean> => {
    const effects = evidence.effects();
    const { end, exchanges } = await lookFor(lab, input, sent);
    assert.equal(evidence.effects(), effects, `${says(step)}: the look changed something`);
    assertQuotesNothing([recordOf(action, end), exchanges.map(({ request }) => request)], secrets, says(step));
    assert.notEqual(end.kind, "defect", `${says(step)}: ${describe(end)}`);
    const now: Seen = {
      strength: action.evidence.strength,
      verdict: end.kind === "verdict" ? end.verdict : null,
      isOurs: effects > 0,
      holds: scenario.holds(input),
      held: heldBefore || seen.some(({ holds }) => holds),
      heldBefore,
      shows: scenario.shows?.(input, testMarker) ?? false,
      isLagging: changesBehind > 0,
    };
    seen.push(now);
    assert.equal(misjudgment(now), null, `${says(step)}: ${describe(end)}`);
    if (now.verdict?.verdict !== "applied") return false;
    const { output } = now.verdict;
    if (output !== null) assert.deepEqual(violations(action.output, output), [], says(step));
    return true;
  };
  const isFound = await lookAfter("sending");
  if (other !== null) {
    scenario.interfere[other]?.(input);
    await lookAfter(other);
  }
  if (loss === "late_effect") {
    await evidence.release();
    await sent.response;
    await lookAfter("the late effect");
  }
  const denial = seen.find(({ verdict }) => verdict !== null && isFinal(verdict));
  assert.ok(denial === undefined || evidence.effects() === 0, `${says("all")}: ${JSON.stringify(denial?.verdict)}`);
  return isFound;
}

/** A run whose response was lost; `response` resolves when the provider has answered anyway. */
type Lost = {
  end: RunEnd;
  exchanges: readonly Exchange[];
  facts: PassedFacts;
  sentAt: number;
  response: Promise<unknown>;
};

async function loseResponse(
  { provider, action, world, evidence }: Lab,
  input: unknown,
  loss: ChangeLoss,
): Promise<Lost> {
  let response: Promise<unknown> = Promise.resolve();
  const giveUp: Send = (request, purpose) => {
    if (purpose === "read") return world.send(request, purpose);
    response = world.send(request, purpose);
    return Promise.resolve({ kind: "lost", reason: "timeout" });
  };
  evidence.lose(loss);
  const sentAt = evidence.nowMs();
  const ended = await run(provider, action, input, world, loss === "late_effect" ? giveUp : world.send);
  return { ...ended, sentAt, response };
}

function lookFor(
  { provider, action, world, evidence }: Lab,
  input: unknown,
  { facts, sentAt }: { facts: PassedFacts; sentAt: number },
  send: Send = world.send,
): Promise<{ end: LookEnd; exchanges: readonly Exchange[] }> {
  const connection = findConnection(provider, world.credential);
  return runLook(provider, action, { ...connection, send, input, facts, sentAt, nowMs: evidence.nowMs() });
}

async function exerciseBadReads(lab: Lab, input: unknown, examples: ProviderExamples): Promise<void> {
  const sent = await loseResponse(lab, input, "after_effect");
  const { exchanges } = await lookFor(lab, input, sent);
  assert.ok(exchanges.length > 0, "it read nothing");
  // An empty list is a valid response.
  const empty = lab.action.evidence.needs.map((id) => findExamples(examples, { id }).emptyResponse);
  const isEmpty = (facts: unknown) =>
    empty.some((body) => body !== undefined && isDeepStrictEqual(facts, answered(200, body)));
  const ends = [
    ...notSentEnds,
    ...lostEnds,
    ...[...refusedStatuses, 301, 500, 502].map(statusEnd),
    ...malformedReads.filter(({ facts }) => !isEmpty(facts)),
  ];
  for (const bad of ends) {
    for (let nth = 0; nth < exchanges.length; nth++) {
      let reads = 0;
      const send: Send = (request, purpose) =>
        reads++ === nth ? Promise.resolve(bad.facts) : lab.world.send(request, purpose);
      const { end } = await lookFor(lab, input, sent, send);
      const isUndetermined =
        end.kind === "failed" || (end.kind === "verdict" && end.verdict.verdict === "undetermined");
      assert.ok(isUndetermined, `read ${String(nth + 1)}, ${bad.name}: ${describe(end)}`);
    }
  }
}

async function exerciseNeeds(lab: Lab, input: unknown, examples: ProviderExamples): Promise<void> {
  const { provider, action, world } = lab;
  const { needs } = action.evidence;
  const sent = await loseResponse(lab, input, "after_effect");
  const allowed = [
    ...(await requestForms(provider, needs, world, examples)),
    // The end user has agreed to the action, and so to the reads before its change.
    ...readForms(sent.exchanges, [input, aliasesOf(examples, action)]),
  ];
  const { exchanges } = await lookFor(lab, input, sent);
  // An id may also come from the facts or be the marker.
  assertForms(exchanges, [input, sent.facts, testMarker], { needs, allowed });
}

/** Looks for a change whose response was lost after it took effect; null if this environment can't lose responses. */
export async function exampleLook(
  provider: Provider,
  action: SettledAction,
  world: ProviderWorld,
  input: unknown,
): Promise<LookEnd | null> {
  const { evidence } = world;
  if (evidence === null || evidence === undefined) return null;
  const lab = { provider, action, world, evidence };
  const sent = await loseResponse(lab, input, "after_effect");
  assert.equal(sent.end.kind, "unknown", describe(sent.end));
  return (await lookFor(lab, input, sent)).end;
}

/** What the service keeps of a look. */
function recordOf(action: Action, end: LookEnd): unknown {
  if (end.kind !== "verdict" || end.verdict.verdict !== "applied") return end;
  return { ...end.verdict, output: safeOutput(action, end.verdict.output) };
}

function assertQuotesNothing(value: unknown, secrets: readonly string[], where: string): void {
  const texts = textsOf(value);
  assert.ok(!secrets.some((secret) => texts.some((text) => text.includes(secret))), `${where}: it quotes a secret`);
}
