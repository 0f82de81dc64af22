/** The provider for the server's evidence runs: its simulated Sheets and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { sheetsExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Google Sheets with a token that has every scope. */
export const lab: ProviderLab = { examples: sheetsExamples, open: () => openSimulated() };
