/** The kit's suite through the real outbound client, against the simulated API. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { acmeNotes } from "../src/index.ts";
import { acmeNotesExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(acmeNotes, openSimulated, acmeNotesExamples);
