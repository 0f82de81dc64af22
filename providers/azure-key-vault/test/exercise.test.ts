/** The kit's suites through the real outbound client, against the simulated vault. */
import { describe } from "node:test";
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { azureKeyVault } from "../src/index.ts";
import { azureExamples, azureSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(azureKeyVault, () => openSimulated(), azureExamples);
exerciseSecretsManager(azureKeyVault, () => openSimulated(), azureSecrets);

describe("a vault that lists no versions of an absent secret, and has empty pages", () => {
  const open = () => openSimulated({ absentVersions: "empty", emptyPages: true });
  exerciseSecretsManager(azureKeyVault, open, azureSecrets);
});
