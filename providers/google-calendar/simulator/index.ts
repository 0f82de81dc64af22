/** A simulator of the Calendar API v3, written from its documentation and independently of the client. */
import { oauthApp } from "./start.ts";

export type { StoredEvent } from "./model.ts";
export { oauthApp, startGoogleCalendarSimulator, tokens } from "./start.ts";
export type { GoogleCalendarSimulator } from "./start.ts";
export { CalendarWorld, teamCalendar } from "./world.ts";
export type { Switches } from "./world.ts";
export { startGoogleCalendarSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: the sandbox's app. */
export const sandboxCredentials = {
  SVC_OAUTH_GOOGLE_CALENDAR_CLIENT_ID: oauthApp.clientId,
  SVC_OAUTH_GOOGLE_CALENDAR_CLIENT_SECRET: oauthApp.clientSecret,
};
