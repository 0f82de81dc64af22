/** A simulator of the Google Calendar API v1, written from its documentation and not from the client beside it. */
export { startGoogleCalendarSimulator, tokens } from "./start.ts";
export type { GoogleCalendarSimulator } from "./start.ts";
export type { GoogleCalendarWorld } from "./world.ts";
