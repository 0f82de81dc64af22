/** The provider's lab for the server's evidence runs: its simulated workspace and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { notionExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Notion with a token that has every capability. */
export const lab: ProviderLab = { examples: notionExamples, open: () => openSimulated() };
