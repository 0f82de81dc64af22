/** The changing actions with evidence, each with its provider's simulator. */
import type { Action, Provider } from "@svc/provider-kit";
import type { EvidenceWorld, ProviderLab, ProviderWorld } from "@svc/provider-kit/testing";
import { registeredProviders } from "../../src/app/providers.ts";

/** A changing action, and its provider. */
export type Subject = { provider: Provider; lab: ProviderLab; action: Action };

/** Every changing action with evidence. @throws Error for a provider without `test/lab.ts`. */
export const subjects: readonly Subject[] = (
  await Promise.all(registeredProviders.map(({ provider }) => subjectsOf(provider)))
).flat();

async function subjectsOf(provider: Provider): Promise<Subject[]> {
  const actions = provider.actions.filter(({ effect, evidence }) => effect !== "read" && evidence !== null);
  if (actions.length === 0) return [];
  const file = new URL(`../../../../providers/${provider.slug}/test/lab.ts`, import.meta.url);
  const { lab } = (await import(file.href)) as { lab: ProviderLab };
  return actions.map((action) => ({ provider, lab, action }));
}

/** Returns an opened provider's controls for losing responses. @throws Error if it has none. */
export function evidenceOf({ evidence }: ProviderWorld): EvidenceWorld {
  if (evidence === null || evidence === undefined) throw new Error("The simulator can't lose responses.");
  return evidence;
}
