/** The provider's lab for the server's evidence runs: its simulated workspace and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { linearExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Linear with a token that has every scope. */
export const lab: ProviderLab = { examples: linearExamples, open: () => openSimulated() };
