/** The kit's suites through the real outbound client, against the simulated project. */
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { googleSecretManager } from "../src/index.ts";
import { googleExamples, googleSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(googleSecretManager, () => openSimulated(), googleExamples);
exerciseSecretsManager(googleSecretManager, () => openSimulated(), googleSecrets);
