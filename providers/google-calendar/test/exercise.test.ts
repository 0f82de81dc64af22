/** The kit's suite through the real outbound client, against the simulated Calendar. */
import { exerciseProvider } from "@svc/provider-kit/testing";
import { googleCalendar } from "../src/index.ts";
import { calendarExamples } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

exerciseProvider(googleCalendar, () => openSimulated(), calendarExamples);
