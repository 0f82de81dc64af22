/** The kit's suite through the real outbound client, against the simulated API. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { googleDrive } from "../src/index.ts";
import { googleDriveExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(googleDrive, openSimulated, googleDriveExamples);
