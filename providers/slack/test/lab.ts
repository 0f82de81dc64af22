/** The provider as the server's runs of evidence try it: its simulated workspace, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { slackExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Slack with a token that has every scope. */
export const lab: ProviderLab = { examples: slackExamples, open: () => openSimulated() };
