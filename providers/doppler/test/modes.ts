/** Modes of the simulated API, for the kit's suites. */
import type { Switches } from "../simulator/index.ts";

/** The suites run dozens of cases in one environment, so the provider's rate limits are raised. */
export const unlimited = { readsPerMinute: 1_000_000, secretReadsPerMinute: 1_000_000, writesPerMinute: 1_000_000 };

/** Each with its own switches. */
export const modes: readonly Partial<Switches>[] = [
  { deleteMissingStatus: 404, unknownProject: "404" },
  { deleteMissingStatus: 204, unknownProject: "400-no-access" },
  { minimalDocsShape: true, missingSecretShape: "legacyShape" },
  { inflateResponseBytes: 400_000, meTypeServiceAccount: "ServiceAccount" },
];
