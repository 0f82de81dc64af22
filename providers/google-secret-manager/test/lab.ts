/** The provider as the server's runs of evidence try it: its simulated project, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { googleExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Secret Manager with a service account that may do everything that the actions need. */
export const lab: ProviderLab = { examples: googleExamples, open: () => openSimulated() };
