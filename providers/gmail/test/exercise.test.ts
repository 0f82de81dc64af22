/** The kit's suite through the real outbound client, against the simulated Gmail. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { gmail } from "../src/index.ts";
import { gmailExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(gmail, () => openSimulated(), gmailExamples);
