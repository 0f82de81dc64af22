/** A simulator of the Calendar API v3, written from its documentation and independently of the client. */
export type { StoredEvent } from "./model.ts";
export { oauthApp, startGoogleCalendarSimulator, tokens } from "./start.ts";
export type { GoogleCalendarSimulator } from "./start.ts";
export { CalendarWorld, teamCalendar } from "./world.ts";
export type { Switches } from "./world.ts";
