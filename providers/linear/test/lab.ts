/** The provider as the server's runs of evidence try it: its simulated workspace, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { linearExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Linear with a token that has every scope. */
export const lab: ProviderLab = { examples: linearExamples, open: () => openSimulated() };
