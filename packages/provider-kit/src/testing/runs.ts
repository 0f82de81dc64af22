/** What the parts of the suite share: the examples and credential of a run, and how a failed assertion describes it. */
import type { Action } from "../action.ts";
import type { Marker } from "../evidence.ts";
import { toMarker } from "../marker.ts";
import type { OAuthCredential } from "../oauth.ts";
import { staticAuthOf, type Provider, type ProviderAuth } from "../provider.ts";
import { sensitiveTexts } from "./facts.ts";
import type { LookEnd } from "./look.ts";
import { runAction, testMarker, type RunEnd, type Send } from "./port.ts";
import type { ActionExamples, ProviderExamples, ProviderWorld } from "./world.ts";

/** Runs an action with the environment's credential. Runs with another `number` are other executions: they have other markers. */
export function run(provider: Provider, action: Action, input: unknown, world: ProviderWorld, send: Send, number = 0) {
  const options = { ...findConnection(provider, world.credential), send, marker: markerOf(number) };
  return runAction(provider, action, input, options);
}

/** The marker of an environment's nth run, counted from 0. */
export function markerOf(number: number): Marker {
  return number === 0 ? testMarker : toMarker(Buffer.from(`${number} begins a fixed digest for tests`));
}

/** What a port says about a credential. */
export type Connection = { credentialKind: string; connectionFacts: Readonly<Record<string, string>> };

/** The auth of a credential that is the provider's example. */
export function findAuth({ auth }: Provider, credential: unknown): ProviderAuth {
  const { accessToken } = Object(credential) as Partial<OAuthCredential>;
  const kind = typeof accessToken === "string" ? "oauth2_authorization_code" : "static_credential";
  return auth.find((one) => one.kind === kind) ?? auth[0];
}

/** What a port says about the environment's credential. */
export function findConnection(provider: Provider, credential: unknown): Connection {
  const { facts: issued } = Object(credential) as Partial<OAuthCredential>;
  const own = findAuth(provider, credential);
  const facts = own.kind === "static_credential" ? own.connectionFacts?.(credential) : issued;
  // The provider's example for this auth, so its type is right.
  return { credentialKind: own.credentialKind(credential as never), connectionFacts: facts ?? {} };
}

/** @throws RangeError for an id that the provider doesn't have. */
export function findAction({ slug, actions }: Provider, id: string): Action {
  const action = actions.find((one) => one.id === id);
  if (action === undefined) throw new RangeError(`${slug} has no action ${id}.`);
  return action;
}

/** @throws RangeError if the action has no examples. */
export function findExamples(examples: ProviderExamples, action: Pick<Action, "id">): ActionExamples {
  const found = examples.actions[action.id];
  if (found === undefined) throw new RangeError(`There are no examples for ${action.id}.`);
  return found;
}

/** The secret texts in the environment's credential: those that its form marks, or all of them if it marks none. */
export function secretsIn(provider: Provider, credential: unknown): string[] {
  const auth = staticAuthOf(provider);
  const marked = auth === null ? [] : sensitiveTexts(auth.kept?.schema ?? auth.submission, credential);
  return marked.length > 0 ? marked : collectStrings(credential);
}

/** The strings in a submission that could reveal a credential. */
export function collectStrings(value: unknown): string[] {
  if (typeof value === "string") return value.trim().length >= 4 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}

/** An end for the message of an assertion. */
export function describe(end: RunEnd | LookEnd): string {
  if (end.kind === "defect") return `threw ${end.error instanceof Error ? (end.error.stack ?? "") : typeof end.error}`;
  if (end.kind === "verdict") return `found ${JSON.stringify(end.verdict)}`;
  return end.kind === "failed" ? `failed with ${end.refusal.code}` : end.kind;
}

/** An input for the message of an assertion. */
export function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 120);
}
