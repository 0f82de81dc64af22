/** The provider for the server's evidence runs: its simulated Calendar and example inputs. */
import type { ProviderLab } from "@svc/provider-kit/testing";
import { calendarExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Google Calendar with a token that has every scope. */
export const lab: ProviderLab = { examples: calendarExamples, open: () => openSimulated() };
