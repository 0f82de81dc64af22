/** The provider for the server's evidence runs: its simulated account and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { parameterStoreExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Parameter Store with a key that has every permission the actions need. */
export const lab: ProviderLab = { examples: parameterStoreExamples, open: () => openSimulated() };
