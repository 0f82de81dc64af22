/** The provider's lab for the server's evidence runs: its simulated server and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { infisicalExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Infisical with a token that has every permission that the actions need. */
export const lab: ProviderLab = { examples: infisicalExamples, open: () => openSimulated() };
