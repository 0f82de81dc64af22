/** The provider's lab for the server's evidence runs: its simulated account and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { hubspotExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** HubSpot with a token that has every scope. */
export const lab: ProviderLab = { examples: hubspotExamples, open: () => openSimulated() };
