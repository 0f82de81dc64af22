/** The provider's lab for the server's evidence runs: its simulated cluster and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { vaultExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Vault with a token for all actions. */
export const lab: ProviderLab = { examples: vaultExamples, open: () => openSimulated() };
