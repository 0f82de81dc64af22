/** Linear's events, in the form of its documentation. */
import { exerciseEvents } from "@svc/provider-kit/testing";
import { events } from "../src/events.ts";
import { eventExamples } from "./event-examples.ts";

exerciseEvents(events, eventExamples);
