/**
 * Shared by the parts of the suite: the examples and the credential of a run, and its description in a failed
 * assertion.
 */
import type { Action } from "../action.ts";
import type { Marker } from "../request.ts";
import { toMarker } from "../marker.ts";
import type { OAuthCredential } from "../oauth.ts";
import { staticAuthOf, type Provider, type ProviderAuth } from "../provider.ts";
import { unrecordedTexts } from "./facts.ts";
import type { LookEnd } from "./look.ts";
import { runAction, testMarker, type RunEnd, type Send } from "./port.ts";
import type { ActionExamples, ProviderExamples, ProviderWorld } from "./world.ts";

/** Runs an action with the environment's credential. Each `number` is a different execution with a different marker. */
export function run(provider: Provider, action: Action, input: unknown, world: ProviderWorld, send: Send, number = 0) {
  const options = { ...findConnection(provider, world.credential), send, marker: markerOf(number) };
  return runAction(provider, action, input, options);
}

/** Returns the marker of an environment's nth run, counted from 0. */
export function markerOf(number: number): Marker {
  return number === 0 ? testMarker : toMarker(Buffer.from(`${number} begins a fixed digest for tests`));
}

/** The facts about a credential that a port exposes. */
export type Connection = { credentialKind: string; connectionFacts: Readonly<Record<string, string>> };

/** Returns the auth to which an example credential of the provider belongs. */
export function findAuth({ auth }: Provider, credential: unknown): ProviderAuth {
  const { accessToken } = Object(credential) as Partial<OAuthCredential>;
  const kind = typeof accessToken === "string" ? "oauth2_authorization_code" : "static_credential";
  return auth.find((one) => one.kind === kind) ?? auth[0];
}

/** Returns the facts about the environment's credential that a port exposes. */
export function findConnection(provider: Provider, credential: unknown): Connection {
  const { facts: issued } = Object(credential) as Partial<OAuthCredential>;
  const own = findAuth(provider, credential);
  const facts = own.kind === "static_credential" ? own.connectionFacts?.(credential) : issued;
  // It is the provider's example for this auth, so the cast is correct.
  return { credentialKind: own.credentialKind(credential as never), connectionFacts: facts ?? {} };
}

/** Finds an action by id. @throws RangeError if the provider has no action with this id. */
export function findAction({ slug, actions }: Provider, id: string): Action {
  const action = actions.find((one) => one.id === id);
  if (action === undefined) throw new RangeError(`${slug} has no action ${id}.`);
  return action;
}

/** Finds the examples of an action. @throws RangeError if it has none. */
export function findExamples(examples: ProviderExamples, action: Pick<Action, "id">): ActionExamples {
  const found = examples.actions[action.id];
  if (found === undefined) throw new RangeError(`There are no examples for ${action.id}.`);
  return found;
}

/**
 * Returns the secret texts in the environment's credential: those marked in its form, or all texts if none is marked.
 */
export function secretsIn(provider: Provider, credential: unknown): string[] {
  const auth = staticAuthOf(provider);
  // The facts of a connection are shown.
  const { facts: _shown, ...own } = Object(credential) as Record<string, unknown>;
  const marked = auth === null ? [] : unrecordedTexts(auth.kept?.schema ?? auth.submission, own);
  return marked.length > 0 ? marked : collectStrings(own);
}

/** Returns the strings in a submission that could reveal a credential. */
export function collectStrings(value: unknown): string[] {
  if (typeof value === "string") return value.trim().length >= 4 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}

/** Describes how a run or a look ended, for an assertion's message. */
export function describe(end: RunEnd | LookEnd): string {
  if (end.kind === "defect") return `threw ${end.error instanceof Error ? (end.error.stack ?? "") : typeof end.error}`;
  if (end.kind === "verdict") return `found ${JSON.stringify(end.verdict)}`;
  return end.kind === "failed" ? `failed with ${end.refusal.code}` : end.kind;
}

/** Writes an input for an assertion's message. */
export function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 120);
}
