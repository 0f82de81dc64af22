/** The provider as the server's runs of evidence try it: its simulated site, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { jiraExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Jira with a token that has every scope. */
export const lab: ProviderLab = { examples: jiraExamples, open: () => openSimulated() };
