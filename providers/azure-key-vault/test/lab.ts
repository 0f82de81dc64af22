/** The provider as the server's runs of evidence try it: its simulated vault, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { azureExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** A key vault with an app that may do everything that the actions need. */
export const lab: ProviderLab = { examples: azureExamples, open: () => openSimulated() };
