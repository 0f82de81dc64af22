/** The provider for the server's evidence runs: its simulated world and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { dopplerExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Doppler with a service account. */
export const lab: ProviderLab = { examples: dopplerExamples, open: () => openSimulated("serviceAccount") };
