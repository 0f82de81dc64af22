/** The provider's lab for the server's evidence runs: its simulated workspace and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { slackExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Slack with a token that has every scope. */
export const lab: ProviderLab = { examples: slackExamples, open: () => openSimulated() };
