/** The provider for the server's evidence runs: its simulated world and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { githubExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** GitHub with a token of the account that owns the repository. */
export const lab: ProviderLab = { examples: githubExamples, open: () => openSimulated("octocat") };
