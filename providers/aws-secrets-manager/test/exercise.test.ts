/** The kit's suites through the real outbound client, against the simulated account. */
import { describe } from "node:test";
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { awsSecretsManager } from "../src/index.ts";
import { secretsManagerExamples, secretsManagerSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(awsSecretsManager, () => openSimulated(), secretsManagerExamples);
exerciseSecretsManager(awsSecretsManager, () => openSimulated(), secretsManagerSecrets);

describe("versions of scheduled secrets aren't listed", () => {
  exerciseProvider(awsSecretsManager, () => openSimulated({ scheduledVersions: "refused" }), secretsManagerExamples);
});
