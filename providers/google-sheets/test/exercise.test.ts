/** The kit's suite through the real outbound client, against the simulated Sheets. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { googleSheets } from "../src/index.ts";
import { sheetsExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(googleSheets, () => openSimulated(), sheetsExamples);
