/** The provider as the server's runs of evidence try it: its simulated server, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { onepasswordExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** A Connect server with a token that may do everything that the actions need. */
export const lab: ProviderLab = { examples: onepasswordExamples, open: () => openSimulated() };
