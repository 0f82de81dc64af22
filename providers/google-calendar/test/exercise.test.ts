/** The kit's suite through the real outbound client, against the simulated API. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { googleCalendar } from "../src/index.ts";
import { googleCalendarExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(googleCalendar, openSimulated, googleCalendarExamples);
