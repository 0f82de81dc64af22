/** Runs the kit's test suite through the real outbound client against the simulated workspace. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { notion } from "../src/index.ts";
import { notionExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(notion, () => openSimulated(), notionExamples);
