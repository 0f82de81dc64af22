/** The provider as the server's runs of evidence try it: its simulated cluster, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { vaultExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Vault with a token that may do everything that the actions need. */
export const lab: ProviderLab = { examples: vaultExamples, open: () => openSimulated() };
