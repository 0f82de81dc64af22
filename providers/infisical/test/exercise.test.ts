/** Runs the kit's test suites through the real outbound client against the simulated server. */
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { clients } from "../simulator/index.ts";
import { infisical } from "../src/index.ts";
import { infisicalExamples, infisicalSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

/** Uses the token of a login. */
const openLoggedIn = () => openSimulated({}, clients.everything);

exerciseProvider(infisical, () => openSimulated(), infisicalExamples);
exerciseSecretsManager(infisical, openLoggedIn, infisicalSecrets);
