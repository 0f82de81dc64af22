/** The provider as the server's runs of evidence try it: its simulated account, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { hubspotExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** HubSpot with a token that has every scope. */
export const lab: ProviderLab = { examples: hubspotExamples, open: () => openSimulated() };
