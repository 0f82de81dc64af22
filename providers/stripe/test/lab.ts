/** The provider's lab for the server's evidence runs: its simulated account and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { stripeExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Stripe with a key that has every permission. */
export const lab: ProviderLab = { examples: stripeExamples, open: () => openSimulated() };
