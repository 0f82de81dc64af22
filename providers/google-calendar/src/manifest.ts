/** The provider's manifest: origin, authorization and actions. */
import { defineProvider } from "@svc/provider-kit";
import { calendarActions } from "./actions/calendars.ts";
import { eventChangeActions } from "./actions/event-changes.ts";
import { eventActions } from "./actions/events.ts";
import { freebusyActions } from "./actions/freebusy.ts";
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
  actions: [...calendarActions, ...eventActions, ...eventChangeActions, ...freebusyActions],
  translations,
});
