/** The provider for the server's evidence runs: its simulated Drive and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { driveExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Google Drive with a token that has every scope. */
export const lab: ProviderLab = { examples: driveExamples, open: () => openSimulated() };
