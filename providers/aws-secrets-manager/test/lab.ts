/** The provider for the server's evidence runs: its simulated account and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { secretsManagerExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Secrets Manager with a key that has every permission the actions need. */
export const lab: ProviderLab = { examples: secretsManagerExamples, open: () => openSimulated() };
