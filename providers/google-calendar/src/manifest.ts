/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { calendarsList } from "./actions/calendars.list.ts";
import { eventsCreate } from "./actions/events.create.ts";
import { eventsDelete } from "./actions/events.delete.ts";
import { eventsGet } from "./actions/events.get.ts";
import { eventsInstances } from "./actions/events.instances.ts";
import { eventsList } from "./actions/events.list.ts";
import { eventsMove } from "./actions/events.move.ts";
import { eventsRespond } from "./actions/events.respond.ts";
import { eventsUpdate } from "./actions/events.update.ts";
import { freebusyQuery } from "./actions/freebusy.query.ts";
import { oauth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Google Calendar through its API v3, with the token of an OAuth app. */
export const googleCalendar = defineProvider({
  slug: "google-calendar",
  name: "Google Calendar",
  logo,
  description: "Events, invitations and busy times in the connected user's Google Calendar.",
  docsUrl: "https://developers.google.com/workspace/calendar/api/v3/reference",
  origin: "https://www.googleapis.com",
  auth: [oauth],
  requestIdHeader: "x-goog-request-id",
  requestHeaders: ["If-Match"],
  postReads: [{ path: ["calendar", "v3", "freeBusy"] }],
  limitStatuses: [403],
  refuse,
  actions: [
    calendarsList,
    eventsList,
    eventsGet,
    eventsInstances,
    eventsCreate,
    eventsUpdate,
    eventsRespond,
    eventsMove,
    eventsDelete,
    freebusyQuery,
  ],
  translations,
});
