/** What the parts of the suite share: the examples and credential of a run, and how a failed assertion describes it. */
import type { Action } from "../action.ts";
import { toMarker } from "../marker.ts";
import type { OAuthCredential } from "../oauth.ts";
import { staticAuthOf, type Provider } from "../provider.ts";
import { sensitiveTexts } from "./facts.ts";
import type { LookEnd } from "./look.ts";
import { runAction, testMarker, type RunEnd, type Send } from "./port.ts";
import type { ActionExamples, ProviderExamples, ProviderWorld } from "./world.ts";

/** Runs an action with the environment's credential. Runs with another `number` are other executions: they have other markers. */
export function run(provider: Provider, action: Action, input: unknown, world: ProviderWorld, send: Send, number = 0) {
  const marker = number === 0 ? testMarker : toMarker(Buffer.from(`${number} begins a fixed digest for tests`));
  return runAction(provider, action, input, { ...findConnection(provider, world.credential), send, marker });
}

/** What a port says about the environment's credential. */
export function findConnection(
  { auth }: Provider,
  credential: unknown,
): { credentialKind: string; connectionFacts: Readonly<Record<string, string>> } {
  const { facts: issued, accessToken } = Object(credential) as Partial<OAuthCredential>;
  const kind = typeof accessToken === "string" ? "oauth2_authorization_code" : "static_credential";
  const own = auth.find((one) => one.kind === kind) ?? auth[0];
  const facts = own.kind === "static_credential" ? own.connectionFacts?.(credential) : issued;
  // The provider's example for this auth, so its type is right.
  return { credentialKind: own.credentialKind(credential as never), connectionFacts: facts ?? {} };
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
