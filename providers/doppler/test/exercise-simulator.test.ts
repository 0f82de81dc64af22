/** The kit's suite through the real outbound client, once for each way in which the simulated API can answer. */
import { describe } from "node:test";
import { exerciseProvider } from "@svc/provider-kit/testing";
import type { Switches } from "../simulator/index.ts";
import { doppler } from "../src/index.ts";
import { dopplerExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** The suite runs dozens of endings in one environment, so the provider's rate limits are raised. */
const unlimited = { readsPerMinute: 1_000_000, secretReadsPerMinute: 1_000_000, writesPerMinute: 1_000_000 };

const modes: readonly Partial<Switches>[] = [
  { deleteMissingStatus: 404, unknownProject: "404" },
  { deleteMissingStatus: 204, unknownProject: "400-no-access" },
  { minimalDocsShape: true, missingSecretShape: "legacyShape" },
  { inflateAnswerBytes: 400_000, meTypeServiceAccount: "ServiceAccount" },
];

for (const mode of modes) {
  describe(`with ${JSON.stringify(mode)}`, () => {
    exerciseProvider(doppler, () => openSimulated("serviceAccount", { ...unlimited, ...mode }), dopplerExamples);
  });
}
