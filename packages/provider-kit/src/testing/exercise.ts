/**
 * The test suite that every provider must pass, whatever its API. It registers node:test tests for declarations,
 * credentials, refusals, each action in an environment in which it succeeds, and each action with every possible ending
 * of its requests.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorTable } from "@svc/contract";
import type { Refusal } from "../failure.ts";
import { coversScopes, scopesOf } from "../oauth.ts";
import { oauthAuthOf, staticAuthOf, type Provider } from "../provider.ts";
import { declarationFaults } from "../action-rules.ts";
import { refusedStatuses, unprovenStatuses } from "./ends.ts";
import { exerciseEvidence } from "./exercise-evidence.ts";
import { exerciseIdentify } from "./exercise-identify.ts";
import { exercisePreview } from "./exercise-preview.ts";
import { exerciseScopes } from "./exercise-scopes.ts";
import { exerciseTranslations } from "./exercise-translations.ts";
import { collectStrings, describe, findExamples, run, shorten } from "./runs.ts";
import { violations } from "./validation.ts";
import type { ProviderExamples, ProviderWorld } from "./world.ts";
import { exerciseActions } from "./exercise-actions.ts";

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
  exerciseIdentify(provider, makeWorld);
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
          assert.match(refusal.code, /^(?:PROVIDER|RESOURCE|SECRET)_[A-Z_]+$/);
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

/** Returns every header that the provider reads, each with an invalid value. */
function invalidHeaders({ responseHeaders = [] }: Provider): Record<string, string> {
  return Object.fromEntries(responseHeaders.map((name) => [name.toLowerCase(), canary]));
}
