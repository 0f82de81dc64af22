/** The provider for the server's evidence runs: its simulated project and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { googleExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Secret Manager with a service account that has every permission the actions need. */
export const lab: ProviderLab = { examples: googleExamples, open: () => openSimulated() };
