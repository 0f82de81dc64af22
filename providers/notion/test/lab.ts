/** The provider as the server's runs of evidence try it: its simulated workspace, and examples of inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { notionExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Notion with a token that has every capability. */
export const lab: ProviderLab = { examples: notionExamples, open: () => openSimulated() };
