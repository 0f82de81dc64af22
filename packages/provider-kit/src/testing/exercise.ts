/**
 * The suite that every provider passes, whatever its API is. It registers node:test tests: declarations, credentials,
 * refusals, each action in a world where it succeeds, and each action through every end that a provider can put to it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Action } from "../action.ts";
import type { ExchangeFacts } from "../exchange.ts";
import { coversScopes, scopesOf, type OAuthCredential } from "../oauth.ts";
import { oauthAuthOf, staticAuthOf, type Provider } from "../provider.ts";
import { answered } from "./answers.ts";
import { declarationFaults } from "./declaration.ts";
import {
  lostEnds,
  malformedReads,
  notSentEnds,
  refusedStatuses,
  statusEnd,
  unprovenStatuses,
  type ProviderEnd,
} from "./ends.ts";
import { runAction, type Exchange, type RunEnd, type Send } from "./port.ts";
import { violations } from "./validation.ts";
import type { ActionExamples, ProviderExamples, ProviderWorld } from "./world.ts";

/** The text that stands for whatever must not come out of an error. */
const canary = "canary-7f3a9c-text-of-the-provider";

/**
 * Registers the suite.
 * @param makeWorld opens a fresh world; it is called for each test and closed after it.
 */
export function exerciseProvider(
  provider: Provider,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
): void {
  exerciseSubmissions(provider, examples);
  exerciseOAuth(provider);
  exerciseRefuse(provider, examples);
  for (const action of provider.actions) {
    const title = `${provider.slug}/${action.id}`;
    test(`${title}: the declaration is complete and strict`, () => {
      assert.deepEqual(declarationFaults(action), []);
    });
    test(`${title}: the input schema takes the good examples and refuses the bad ones`, () => {
      const { inputs, refusedInputs } = examplesOf(examples, action);
      for (const input of inputs) assert.deepEqual(violations(action.input, input), []);
      for (const input of refusedInputs) {
        assert.notDeepEqual(violations(action.input, input), [], `accepted: ${shorten(input)}`);
      }
      assert.ok(refusedInputs.length > 0, "give at least one input that is refused");
    });
    exerciseInWorld(provider, action, makeWorld, examples, title);
  }
}

function exerciseInWorld(
  provider: Provider,
  action: Action,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
  title: string,
): void {
  const { inputs, emptyAnswer } = examplesOf(examples, action);
  const inWorld = async (use: (world: ProviderWorld) => Promise<void>) => {
    const world = await makeWorld();
    try {
      await use(world);
    } finally {
      await world.close();
    }
  };
  test(`${title}: succeeds with an output of its schema, within the port's rules`, () =>
    inWorld(async (world) => {
      for (const input of inputs) {
        const { end, exchanges } = await run(provider, action, input, world, world.send);
        assert.equal(end.kind, "output", describe(end));
        if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
        assertRequests(action, exchanges, stringsOf(world.credential));
      }
    }));
  test(`${title}: a read that ends badly is a failure, and nothing is changed after it`, async () => {
    const ends = [
      ...notSentEnds,
      ...lostEnds,
      ...[...refusedStatuses, 301, 500, 502].map(statusEnd),
      ...malformedReads.filter(
        ({ facts }) => emptyAnswer === undefined || !isDeepStrictEqual(facts, answered(200, emptyAnswer)),
      ),
    ];
    await inWorld(async (world) => {
      for (const readEnd of ends) await assertBadRead(provider, action, inputs[0], world, readEnd);
    });
  });
  if (emptyAnswer !== undefined) {
    test(`${title}: a read of nothing succeeds`, () =>
      inWorld(async (world) => {
        const { end } = await run(provider, action, inputs[0], world, firstRead(world, answered(200, emptyAnswer)));
        assert.equal(end.kind, "output", describe(end));
        if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
      }));
  }
  if (action.effect === "read") return;
  test(`${title}: each end of the change is told for what it is`, async () => {
    const statuses = [...unprovenStatuses, ...refusedStatuses].map(statusEnd);
    await inWorld(async (world) => {
      for (const changeEnd of [...notSentEnds, ...lostEnds, ...statuses]) {
        await assertChangeEnd(provider, action, inputs[0], world, changeEnd);
      }
    });
  });
}

function exerciseSubmissions(provider: Provider, examples: ProviderExamples): void {
  const auth = staticAuthOf(provider);
  if (auth === null) return;
  test(`${provider.slug}: submissions are taken and refused by their schema, and refusals explained`, () => {
    assert.equal((auth.submission as { additionalProperties?: unknown }).additionalProperties, false);
    for (const submission of examples.acceptedSubmissions) {
      assert.deepEqual(violations(auth.submission, submission), []);
      assert.equal(auth.explain(submission), null);
      assert.match(auth.credentialKind(submission), /^[a-z_]+$/);
    }
    for (const { submission, explains } of examples.refusedSubmissions) {
      assert.notDeepEqual(violations(auth.submission, submission), [], `accepted: ${shorten(submission)}`);
      const explanation = auth.explain(submission) ?? "";
      assert.match(explanation, explains);
      for (const secret of stringsOf(submission)) assert.ok(!explanation.includes(secret), "the explanation quotes it");
    }
  });
  test(`${provider.slug}: the form's hints fit the submission`, () => {
    const properties: object = auth.submission.properties;
    for (const field of auth.fields) {
      assert.ok(field.name in properties, `${field.name} is not in the submission`);
      assert.ok(field.label !== "" && field.help !== "" && field.helpUrl.startsWith("https://"));
      assert.ok(new RegExp(field.pattern, "u").source !== "");
    }
  });
}

function exerciseOAuth(provider: Provider): void {
  const auth = oauthAuthOf(provider);
  if (auth === null) return;
  test(`${provider.slug}: a token without a scope of its own carries what was requested, and its headers carry it`, () => {
    const accessToken = canary;
    const requested = scopesOf(provider.actions);
    const scopes = auth.grantedScopes({ scope: null, accessToken, requested });
    assert.deepEqual([...scopes].sort(), requested);
    for (const action of provider.actions) assert.ok(coversScopes(auth, scopes, action.requiredScopes), action.id);
    const credential = { accessToken, refreshToken: null, expiresAt: null, scopes };
    assert.ok(Object.values(auth.headers(credential)).some((value) => value.includes(accessToken)));
    assert.match(auth.credentialKind(credential), /^[a-z_]+$/);
    assert.ok(!auth.credentialKind(credential).includes(accessToken));
  });
}

function exerciseRefuse(provider: Provider, examples: ProviderExamples): void {
  test(`${provider.slug}: a refusal has a code and a sentence, and nothing that the provider wrote`, () => {
    const bodies = [
      undefined,
      null,
      canary,
      [canary],
      { error: canary, message: canary },
      ...examples.errorBodies(canary),
    ];
    for (const status of [...refusedStatuses, ...unprovenStatuses]) {
      for (const body of bodies) {
        for (const change of [false, true]) {
          const answer = { status, body, requestId: canary, headers: headersOf(provider) };
          const refusal = provider.refuse(answer, { credentialKind: canary, change });
          assert.match(refusal.code, /^(?:PROVIDER|SECRET)_[A-Z_]+$/);
          assert.ok(!JSON.stringify(refusal).includes(canary), `status ${String(status)} echoes the provider`);
        }
      }
    }
  });
}

/** A world whose first answer is this one, if a read is asked for first. */
function firstRead(world: ProviderWorld, facts: ExchangeFacts): Send {
  let requests = 0;
  return async (request) => {
    requests += 1;
    return requests === 1 && request.method === "GET" ? facts : world.send(request);
  };
}

async function assertBadRead(
  provider: Provider,
  action: Action,
  input: unknown,
  world: ProviderWorld,
  readEnd: ProviderEnd,
): Promise<void> {
  const { end, exchanges } = await run(provider, action, input, world, firstRead(world, readEnd.facts));
  if (exchanges[0]?.purpose === "change") return;
  assert.equal(end.kind, "failed", `${readEnd.name}: ${describe(end)}`);
  assert.ok(!exchanges.some(({ purpose }) => purpose === "change"), `${readEnd.name}: a change was sent after it`);
}

async function assertChangeEnd(
  provider: Provider,
  action: Action,
  input: unknown,
  world: ProviderWorld,
  changeEnd: ProviderEnd,
): Promise<void> {
  const send: Send = (request) => (request.method === "GET" ? world.send(request) : Promise.resolve(changeEnd.facts));
  const { end, exchanges } = await run(provider, action, input, world, send);
  const change = exchanges.find(({ purpose }) => purpose === "change");
  assert.ok(change !== undefined, "the action made no change");
  assert.equal(exchanges.filter(({ purpose }) => purpose === "change").length, 1, `${changeEnd.name}: it was repeated`);
  const { facts } = changeEnd;
  const accepted = facts.kind === "answered" && (change.accept?.includes(facts.status) ?? false);
  if (accepted) assert.ok(end.kind === "output" || end.kind === "failed", `${changeEnd.name}: ${describe(end)}`);
  else assert.equal(end.kind, expectedEnd(changeEnd), `${changeEnd.name}: ${describe(end)}`);
  if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
}

/** The verdict of contract §4.2 and §4.3, written apart from the judge that it checks. */
function expectedEnd({ facts }: ProviderEnd): RunEnd["kind"] {
  if (facts.kind === "not_sent") return "failed";
  if (facts.kind === "lost") return "unknown";
  return refusedStatuses.includes(facts.status) ? "failed" : "unknown";
}

function assertRequests(action: Action, exchanges: readonly Exchange[], secrets: readonly string[]): void {
  const changes = exchanges.filter(({ purpose }) => purpose === "change");
  assert.ok(exchanges.length > 0, "it asked the provider nothing");
  assert.ok(changes.length <= (action.effect === "read" ? 0 : 1), "more changes than its effect allows");
  for (const { purpose, request } of exchanges) {
    if (purpose === "read") assert.equal(request.method, "GET");
    else assert.notEqual(request.method, "GET");
    for (const segment of request.path) assert.doesNotMatch(segment, /^\.{0,2}$/, "a path segment vanishes in URLs");
    const sent = JSON.stringify([request.path, request.query, request.json]);
    for (const secret of secrets) assert.ok(!sent.includes(secret), "the credential is in the request itself");
  }
}

function run(provider: Provider, action: Action, input: unknown, world: ProviderWorld, send: Send) {
  const credentialKind = kindOf(provider, world.credential);
  return runAction(provider, action, input, { credentialKind, send });
}

function kindOf({ auth: [auth] }: Provider, credential: unknown): string {
  if (auth.kind === "static_credential") return auth.credentialKind(credential);
  return auth.credentialKind(credential as OAuthCredential);
}

/** Every header that the provider reads, with something in it that is none of its forms. */
function headersOf({ answerHeaders = [] }: Provider): Record<string, string> {
  return Object.fromEntries(answerHeaders.map((name) => [name.toLowerCase(), canary]));
}

function examplesOf(examples: ProviderExamples, action: Action): ActionExamples {
  const found = examples.actions[action.id];
  if (found === undefined) throw new RangeError(`There are no examples for ${action.id}.`);
  return found;
}

/** The strings in a submission that could give a credential away. */
function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return value.trim().length >= 4 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function describe(end: RunEnd): string {
  if (end.kind === "defect") return `threw ${end.error instanceof Error ? (end.error.stack ?? "") : typeof end.error}`;
  return end.kind === "failed" ? `failed with ${end.refusal.code}` : end.kind;
}

function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 120);
}
