/** What Google Calendar's pages say. */
import { assertAcceptsId, type Fact } from "./fact.ts";

export const facts: readonly Fact[] = [
  {
    says: "the calendars of every account include some with a number sign in their ids",
    source:
      "https://developers.google.com/workspace/calendar/api/concepts/events-calendars: en.usa#holiday@group.v.calendar.google.com",
    read: "2026-11-28",
    actions: [
      "events.list",
      "events.get",
      "events.instances",
      "events.create",
      "events.update",
      "events.respond",
      "events.move",
      "events.delete",
    ],
    holds(recorded) {
      for (const name of ["en.usa#holiday", "addressbook#contacts", "e_2_en#weeknum"]) {
        assertAcceptsId(recorded, "calendarId", `${name}@group.v.calendar.google.com`);
      }
    },
  },
];
