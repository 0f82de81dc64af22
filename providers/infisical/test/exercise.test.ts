/** The kit's suites through the real outbound client, against the simulated server. */
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { infisical } from "../src/index.ts";
import { infisicalExamples, infisicalSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(infisical, () => openSimulated(), infisicalExamples);
exerciseSecretsManager(infisical, () => openSimulated(), infisicalSecrets);
