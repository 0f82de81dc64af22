/** The provider's lab for the server's evidence runs: its simulated site and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { jiraExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Jira with a token that has every scope. */
export const lab: ProviderLab = { examples: jiraExamples, open: () => openSimulated() };
