/** The kit's suite through the real outbound client, once for each mode of the simulated API. */
import { describe } from "node:test";
import { exerciseProvider } from "@svc/provider-kit/testing";
import { doppler } from "../src/index.ts";
import { dopplerExamples } from "./examples.ts";
import { modes, unlimited } from "./modes.ts";
import { openSimulated } from "./simulated.ts";

for (const mode of modes) {
  describe(`with ${JSON.stringify(mode)}`, () => {
    exerciseProvider(doppler, () => openSimulated("serviceAccount", { ...unlimited, ...mode }), dopplerExamples);
  });
}
