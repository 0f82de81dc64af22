/** The provider for the server's evidence runs: its simulated vault and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { azureExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** A key vault with an app that has every permission the actions need. */
export const lab: ProviderLab = { examples: azureExamples, open: () => openSimulated() };
