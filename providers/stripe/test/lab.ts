/** The provider as the server's runs of evidence try it: its simulated account, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { stripeExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Stripe with a key that has every permission. */
export const lab: ProviderLab = { examples: stripeExamples, open: () => openSimulated() };
