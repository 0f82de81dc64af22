/** The kit's suite for secrets managers through the real outbound client, once for each mode of the simulated API. */
import { describe } from "node:test";
import { exerciseSecretsManager, type SecretsManagerExamples } from "@svc/provider-kit/testing";
import { doppler } from "../src/index.ts";
import { modes, unlimited } from "./modes.ts";
import { openSimulated, routes } from "./simulated.ts";

const examples: SecretsManagerExamples = {
  project: "harbor-api",
  config: "stg",
  present: "STRIPE_KEY",
  free: "NEW_NAME",
  stored: ["canary-"],
  routes: [...routes],
  readme: new URL("../README.md", import.meta.url),
};

// With a 204 for a missing name, Doppler doesn't say that it was absent; simulator-actions.test.ts covers that.
for (const mode of modes.filter(({ deleteMissingStatus }) => deleteMissingStatus !== 204)) {
  describe(`with ${JSON.stringify(mode)}`, () => {
    exerciseSecretsManager(doppler, () => openSimulated("serviceAccount", { ...unlimited, ...mode }), examples);
  });
}
