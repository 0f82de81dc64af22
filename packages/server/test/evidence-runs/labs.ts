/** Each provider of the box with its simulator and the examples of its inputs. A provider that is missing here fails the suite. */
import type { Action, Provider } from "@svc/provider-kit";
import type { EvidenceWorld, ProviderExamples, ProviderWorld } from "@svc/provider-kit/testing";
import { dopplerExamples } from "../../../../providers/doppler/test/examples.ts";
import { openSimulated as openDoppler } from "../../../../providers/doppler/test/simulated.ts";
import { githubExamples } from "../../../../providers/github/test/examples.ts";
import { openSimulated as openGithub } from "../../../../providers/github/test/simulated.ts";
import { registeredProviders } from "../../src/app/providers.ts";

/** A provider to try. */
export type Lab = { provider: Provider; examples: ProviderExamples; open: () => Promise<ProviderWorld> };

const simulated: Readonly<Record<string, Omit<Lab, "provider">>> = {
  doppler: { examples: dopplerExamples, open: () => openDoppler("serviceAccount") },
  github: { examples: githubExamples, open: () => openGithub("octocat") },
};

/** Every registered provider. @throws Error for one without a simulator here. */
export const labs: readonly Lab[] = registeredProviders.map(({ provider }) => {
  const found = simulated[provider.slug];
  if (found === undefined) throw new Error(`evidence-runs/labs.ts has no simulator for ${provider.slug}.`);
  return { provider, ...found };
});

/** A changing action, and its provider. */
export type Subject = { lab: Lab; action: Action };

/** Every changing action. */
export const subjects: readonly Subject[] = labs.flatMap((lab) =>
  lab.provider.actions.filter(({ effect }) => effect !== "read").map((action) => ({ lab, action })),
);

/** What an opened provider offers to lose answers. @throws Error if it offers nothing. */
export function evidenceOf({ evidence }: ProviderWorld): EvidenceWorld {
  if (evidence === null || evidence === undefined) throw new Error("The simulator can't lose answers.");
  return evidence;
}
