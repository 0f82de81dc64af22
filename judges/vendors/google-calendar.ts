/** Google's own client for Calendar. */
export { auth, calendar, type calendar_v3 } from "@googleapis/calendar";
