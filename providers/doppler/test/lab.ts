/** The provider as the server's runs of evidence try it: its simulated world, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { dopplerExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Doppler with a service account. */
export const lab: ProviderLab = { examples: dopplerExamples, open: () => openSimulated("serviceAccount") };
