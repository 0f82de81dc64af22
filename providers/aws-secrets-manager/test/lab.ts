/** The provider as the server's runs of evidence try it: its simulated account, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { secretsManagerExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Secrets Manager with a key that may do everything that the actions need. */
export const lab: ProviderLab = { examples: secretsManagerExamples, open: () => openSimulated() };
