/** The kit's suites through the real outbound client, against the simulated cluster. */
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { vault } from "../src/index.ts";
import { vaultExamples, vaultSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(vault, () => openSimulated(), vaultExamples);
exerciseSecretsManager(vault, () => openSimulated(), vaultSecrets);
