/** The kit's suites through the real outbound client, against the simulated account. */
import { describe } from "node:test";
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { awsParameterStore } from "../src/index.ts";
import { parameterStoreExamples, parameterStoreSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(awsParameterStore, () => openSimulated(), parameterStoreExamples);
exerciseSecretsManager(awsParameterStore, () => openSimulated(), parameterStoreSecrets);

describe("with empty pages", () => {
  exerciseSecretsManager(awsParameterStore, () => openSimulated({ emptyPages: true }), parameterStoreSecrets);
});
