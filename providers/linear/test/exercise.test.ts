/** Runs the kit's test suite through the real outbound client against the simulated workspace. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { linear } from "../src/index.ts";
import { linearExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(linear, () => openSimulated(), linearExamples);
