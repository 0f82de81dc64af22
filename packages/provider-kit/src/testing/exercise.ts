/**
 * The test suite that every provider must pass, whatever its API. It registers node:test tests for declarations, credentials,
 * refusals, each action in an environment in which it succeeds, and each action with every possible ending of its requests.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { errorTable } from "@svc/contract";
import type { Action } from "../action.ts";
import type { ExchangeFacts } from "../exchange.ts";
import type { Refusal } from "../failure.ts";
import { coversScopes, scopesOf } from "../oauth.ts";
import { oauthAuthOf, staticAuthOf, type Provider } from "../provider.ts";
import { requestFault } from "../request-rules.ts";
import { answered } from "./responses.ts";
import { declarationFaults } from "../action-rules.ts";
import {
  lostEnds,
  malformedReads,
  notSentEnds,
  refusedStatuses,
  statusEnd,
  unprovenStatuses,
  type ProviderEnd,
} from "./ends.ts";
import { exerciseEvidence } from "./exercise-evidence.ts";
import { exercisePreview } from "./exercise-preview.ts";
import { exerciseScopes } from "./exercise-scopes.ts";
import { exerciseTranslations } from "./exercise-translations.ts";
import type { Exchange, RunEnd, Send } from "./port.ts";
import { collectStrings, describe, findExamples, run, secretsIn, shorten } from "./runs.ts";
import { violations } from "./validation.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";

const emptyResponseHint =
  ". If the API returns this when there is nothing to return, declare the body as `emptyResponse` in the action's examples.";

/** Text that must never appear in an error. */
const canary = "canary-7f3a9c-text-of-the-provider";

/**
 * Registers the suite.
 * @param makeWorld opens a fresh environment; called for each test, and closed after it.
 */
export function exerciseProvider(
  provider: Provider,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
): void {
  exerciseSubmissions(provider, examples);
  exerciseOAuth(provider);
  exerciseRefuse(provider, examples);
  exerciseTranslations(provider, examples);
  exerciseDeclaredExamples(provider, makeWorld);
  exerciseSignedTokens(provider, makeWorld);
  for (const action of provider.actions) {
    const title = `${provider.slug}/${action.id}`;
    test(`${title}: has a complete and strict declaration`, () => {
      assert.deepEqual(declarationFaults(action), []);
    });
    test(`${title}: accepts the valid inputs and rejects the invalid ones`, () => {
      const { inputs, refusedInputs } = findExamples(examples, action);
      for (const input of inputs) assert.deepEqual(violations(action.input, input), []);
      for (const input of refusedInputs) {
        assert.notDeepEqual(violations(action.input, input), [], `accepted: ${shorten(input)}`);
      }
      assert.ok(refusedInputs.length > 0, "give at least one invalid input");
    });
    exerciseActions(provider, action, makeWorld, examples, title);
    if (oauthAuthOf(provider) !== null) exerciseScopes(provider, action, makeWorld, examples);
    if (action.evidence !== null)
      exerciseEvidence(provider, { ...action, evidence: action.evidence }, makeWorld, examples);
    if (action.preview !== null) exercisePreview(provider, action, makeWorld, examples);
  }
}

/** The docs show these requests on the provider's page, and a reader tries them in order. */
function exerciseDeclaredExamples(provider: Provider, makeWorld: () => Promise<ProviderWorld>): void {
  test(`${provider.slug}: the actions' examples succeed in order`, async () => {
    const world = await makeWorld();
    try {
      for (const [number, action] of provider.actions.entries()) {
        if (action.example === undefined) continue;
        const { end } = await run(provider, action, action.example, world, world.send, number);
        assert.equal(end.kind, "output", `${action.id}: ${describe(end)}`);
      }
    } finally {
      await world.close();
    }
  });
}

/** A signed token contains our time. Only the response's time tells a dead credential from our own wrong clock. */
function exerciseSignedTokens(provider: Provider, makeWorld: () => Promise<ProviderWorld>): void {
  const bearer = staticAuthOf(provider)?.bearer;
  if (bearer === undefined || provider.responseHeaders?.includes("date") === true) return;
  test(`${provider.slug}: its tokens aren't signed here, because it doesn't read the response's date`, async () => {
    const world = await makeWorld();
    try {
      assert.notEqual(bearer(world.credential)?.kind, "signed", "declare date in responseHeaders");
    } finally {
      await world.close();
    }
  });
}

function exerciseActions(
  provider: Provider,
  action: Action,
  makeWorld: () => Promise<ProviderWorld>,
  examples: ProviderExamples,
  title: string,
): void {
  const { inputs, emptyResponse, failsIfRepeated } = findExamples(examples, action);
  const withWorld = async (use: (world: ProviderWorld) => Promise<void>) => {
    const world = await makeWorld();
    try {
      await use(world);
    } finally {
      await world.close();
    }
  };
  test(`${title}: returns an output that matches its schema, within the port's rules`, () =>
    withWorld(async (world) => {
      for (const [number, input] of inputs.entries()) {
        const { end, exchanges } = await run(provider, action, input, world, world.send, number);
        assert.equal(end.kind, "output", describe(end));
        if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
        assertRequests(provider, action, exchanges, secretsIn(provider, world.credential));
      }
    }));
  test(`${title}: fails if a read ends badly, and changes nothing after it`, async () => {
    const ends = [
      ...notSentEnds,
      ...lostEnds,
      ...[...refusedStatuses, 301, 500, 502].map(statusEnd),
      ...malformedReads.filter(
        ({ facts }) => emptyResponse === undefined || !isDeepStrictEqual(facts, answered(200, emptyResponse)),
      ),
    ];
    await withWorld(async (world) => {
      for (const readEnd of ends) await assertBadRead(provider, action, inputs[0], world, readEnd);
    });
  });
  if (emptyResponse !== undefined) {
    test(`${title}: succeeds for a read that returns nothing`, () =>
      withWorld(async (world) => {
        const { end } = await run(
          provider,
          action,
          inputs[0],
          world,
          answerFirstRead(world, answered(200, emptyResponse)),
        );
        assert.equal(end.kind, "output", describe(end));
        if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
      }));
  }
  if (action.effect === "read") return;
  const ends = failsIfRepeated === undefined ? "doesn't end as failed" : `ends as failed, because ${failsIfRepeated}`;
  test(`${title}: a change that arrives twice, as behind a proxy that repeats it, ${ends}`, () =>
    withWorld(async (world) => {
      const sendTwice: Send = async (request, purpose) => {
        if (purpose === "change") await world.send(request, purpose);
        return await world.send(request, purpose);
      };
      const { end } = await run(provider, action, inputs[0], world, sendTwice);
      // The second response may refuse the request because of the first, which took effect.
      const isRight = end.kind === "output" || end.kind === "unknown";
      assert.equal(isRight, failsIfRepeated === undefined, describe(end));
    }));
  test(`${title}: reports each ending of the change correctly`, async () => {
    const statuses = [...unprovenStatuses, ...refusedStatuses].map(statusEnd);
    await withWorld(async (world) => {
      for (const changeEnd of [...notSentEnds, ...lostEnds, ...statuses]) {
        await assertChangeEnding(provider, action, inputs[0], world, changeEnd);
      }
    });
  });
}

function exerciseSubmissions(provider: Provider, examples: ProviderExamples): void {
  const auth = staticAuthOf(provider);
  if (auth === null) return;
  test(`${provider.slug}: accepts and rejects submissions by their schema, and explains rejections`, () => {
    assert.equal((auth.submission as { additionalProperties?: unknown }).additionalProperties, false);
    for (const submission of examples.acceptedSubmissions) {
      assert.deepEqual(violations(auth.submission, submission), []);
      assert.equal(auth.explain(submission), null);
      const credential: unknown = auth.kept === undefined ? submission : auth.kept.from(submission);
      if (auth.kept !== undefined) assert.deepEqual(violations(auth.kept.schema, credential), []);
      assert.match(auth.credentialKind(credential), /^[a-z_]+$/);
    }
    for (const { submission, explains } of examples.refusedSubmissions) {
      const isRefused = violations(auth.submission, submission).length > 0 || auth.kept?.from(submission) === null;
      assert.ok(isRefused, `accepted: ${shorten(submission)}`);
      const explanation = auth.explain(submission) ?? "";
      assert.match(explanation, explains);
      for (const secret of collectStrings(submission))
        assert.ok(!explanation.includes(secret), "the explanation quotes it");
    }
  });
  test(`${provider.slug}: the form's hints match the submission`, () => {
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
  test(`${provider.slug}: a token response without scopes grants the requested ones, and the headers carry the token`, () => {
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
  test(`${provider.slug}: a refusal has a code and a sentence, and no text from the provider`, () => {
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
          const response = { status, body, requestId: canary, headers: invalidHeaders(provider) };
          const refusal = provider.refuse(response, { credentialKind: canary, change });
          assert.match(refusal.code, /^(?:PROVIDER|SECRET)_[A-Z_]+$/);
          assertSaysWhatItDoes(refusal);
          assert.ok(!JSON.stringify(refusal).includes(canary), `status ${String(status)} echoes the provider`);
          // Called directly: judgeBody would hide the defect of a judge that throws.
          const verdict = provider.judge?.(response, { credentialKind: canary, change });
          assert.ok(!JSON.stringify(verdict ?? null).includes(canary), `status ${String(status)} echoes the provider`);
          if (verdict?.verdict === "refused") assertSaysWhatItDoes(verdict.refusal);
        }
      }
    }
  });
}

const asksToRepeat = /\b(?:try|test) again\b|\bwait\b/i;

/** Only a code that may be retried, and whose key is free afterwards, can ask for the same request again. */
function assertSaysWhatItDoes({ code, detail = "" }: Refusal): void {
  if (!asksToRepeat.test(detail)) return;
  const { retryable, releasesKey } = errorTable[code];
  assert.ok(retryable, `${code} isn't retryable, but says: ${detail}`);
  // A fault frees no key, because it can't refuse a change.
  assert.ok(releasesKey || code === "PROVIDER_ERROR", `${code} keeps the key, but says: ${detail}`);
}

/** Sends to the environment, except that the first request, if it is a read, gets these facts. */
function answerFirstRead(world: ProviderWorld, facts: ExchangeFacts): Send {
  let requests = 0;
  return async (request, purpose) => {
    requests += 1;
    return requests === 1 && purpose === "read" ? facts : world.send(request, purpose);
  };
}

async function assertBadRead(
  provider: Provider,
  action: Action,
  input: unknown,
  world: ProviderWorld,
  readEnd: ProviderEnd,
): Promise<void> {
  const { end, exchanges } = await run(provider, action, input, world, answerFirstRead(world, readEnd.facts));
  if (exchanges[0]?.purpose === "change") return;
  const hint = malformedReads.includes(readEnd) && end.kind === "output" ? emptyResponseHint : "";
  assert.equal(end.kind, "failed", `${readEnd.name}: ${describe(end)}${hint}`);
  assert.ok(!exchanges.some(({ purpose }) => purpose === "change"), `${readEnd.name}: a change was sent afterwards`);
}

async function assertChangeEnding(
  provider: Provider,
  action: Action,
  input: unknown,
  world: ProviderWorld,
  changeEnd: ProviderEnd,
): Promise<void> {
  const send: Send = (request, purpose) =>
    purpose === "read" ? world.send(request, purpose) : Promise.resolve(changeEnd.facts);
  const { end, exchanges } = await run(provider, action, input, world, send);
  const change = exchanges.find(({ purpose }) => purpose === "change");
  assert.ok(change !== undefined, "the action made no change");
  assert.equal(exchanges.filter(({ purpose }) => purpose === "change").length, 1, `${changeEnd.name}: it was retried`);
  const { facts } = changeEnd;
  const accepted = facts.kind === "answered" && (change.accept?.includes(facts.status) ?? false);
  const expected: readonly RunEnd["kind"][] = [
    ...(accepted ? (["output", "failed"] as const) : [expectedVerdict(changeEnd)]),
    // These bodies are uninformative, so a provider that judges bodies may doubt every response.
    ...(facts.kind === "answered" && provider.judge !== undefined ? (["unknown"] as const) : []),
  ];
  assert.ok(expected.includes(end.kind), `${changeEnd.name}: ${describe(end)}`);
  if (end.kind === "output") assert.deepEqual(violations(action.output, end.output), []);
}

/** The verdict according to contract §4.2 and §4.3, written independently of the code under test. */
function expectedVerdict({ facts }: ProviderEnd): RunEnd["kind"] {
  if (facts.kind === "not_sent") return "failed";
  if (facts.kind === "lost") return "unknown";
  return refusedStatuses.includes(facts.status) ? "failed" : "unknown";
}

function assertRequests(
  provider: Provider,
  action: Action,
  exchanges: readonly Exchange[],
  secrets: readonly string[],
): void {
  const changes = exchanges.filter(({ purpose }) => purpose === "change");
  assert.ok(exchanges.length > 0, "it sent no request");
  assert.ok(changes.length <= (action.effect === "read" ? 0 : 1), "more changes than its effect allows");
  for (const { purpose, request } of exchanges) {
    assert.equal(requestFault(provider, request, purpose), null);
    for (const segment of request.path) assert.doesNotMatch(segment, /^\.{0,2}$/, "URLs drop this path segment");
    const { path, query, headers, json, form, text } = request;
    const sent = JSON.stringify([path, query, headers, json, form, text]);
    for (const secret of secrets) assert.ok(!sent.includes(secret), "the credential is in the request itself");
  }
}

/** Returns every header that the provider reads, each with an invalid value. */
function invalidHeaders({ responseHeaders = [] }: Provider): Record<string, string> {
  return Object.fromEntries(responseHeaders.map((name) => [name.toLowerCase(), canary]));
}
