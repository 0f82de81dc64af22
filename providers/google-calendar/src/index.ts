/** The Google Calendar provider. */
export { googleCalendar } from "./manifest.ts";
