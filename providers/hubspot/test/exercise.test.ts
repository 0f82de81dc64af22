/** Runs the kit's test suite through the real outbound client against the simulated account. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { hubspot } from "../src/index.ts";
import { hubspotExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(hubspot, () => openSimulated(), hubspotExamples);
