/** The kit's suite through the real outbound client, against the simulated Drive. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { googleDrive } from "../src/index.ts";
import { driveExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(googleDrive, () => openSimulated(), driveExamples);
