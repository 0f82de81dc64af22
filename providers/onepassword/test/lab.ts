/** The provider's lab for the server's evidence runs: its simulated server and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { onepasswordExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** A Connect server with a token for all actions. */
export const lab: ProviderLab = { examples: onepasswordExamples, open: () => openSimulated() };
