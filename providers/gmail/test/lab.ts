/** The provider for the server's evidence runs: its simulated Gmail and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { gmailExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Gmail with a token that has every scope. */
export const lab: ProviderLab = { examples: gmailExamples, open: () => openSimulated() };
