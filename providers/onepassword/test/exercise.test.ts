/** Runs the kit's test suites through the real outbound client against the simulated server. */
import { describe } from "node:test";
import { exerciseProvider, exerciseSecretsManager } from "@svc/provider-kit/testing";
import { onepassword } from "../src/index.ts";
import { onepasswordExamples, onepasswordSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(onepassword, () => openSimulated(), onepasswordExamples);
exerciseSecretsManager(onepassword, () => openSimulated(), onepasswordSecrets);

describe("a server that shows empty values and assigns field ids", () => {
  const switches = { showsEmptyValues: true, makesFieldIds: true };
  exerciseSecretsManager(onepassword, () => openSimulated(switches), onepasswordSecrets);
});
