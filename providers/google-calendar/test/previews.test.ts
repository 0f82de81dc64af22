/** Texts of previews for the simulated Google Calendar, and changes that make an approval stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { teamCalendar } from "../simulator/world.ts";
import { googleCalendar } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const own = { calendarId: "primary" };
const standup = { ...own, eventId: "standup00001" };
const review = { ...own, eventId: "review00001" };
const lunch = {
  ...own,
  summary: "Lunch",
  start: { dateTime: "2026-03-12T12:00:00+01:00" },
  end: { dateTime: "2026-03-12T13:00:00+01:00" },
};
const guests = [{ email: "robin@example.com" }];
const accepting = { ...review, response: "accepted" };
const moving = { ...standup, destination: teamCalendar };

exercisePlans(googleCalendar, () => openSimulated(), {
  texts: [
    ["events.create", lunch, "Creates an event in the calendar “alex@example.com”."],
    [
      "events.create",
      { ...lunch, calendarId: teamCalendar, attendees: guests, sendUpdates: "all" },
      "Creates an event in the calendar “Team” with 1 guest. Google emails all guests.",
    ],
    [
      "events.update",
      { ...standup, summary: "Standing", location: "Room 4" },
      "Sets the title and location of the event “Stand-up” on 2026-03-10 09:00+01:00.",
    ],
    [
      "events.update",
      { ...review, attendees: guests, sendUpdates: "externalOnly" },
      "Sets the list of guests of the event “Review” on 2026-03-11 14:00+01:00. Google emails the guests who don't use Google Calendar.",
    ],
    [
      "events.respond",
      accepting,
      "The invitation to the event “Review” on 2026-03-11 14:00+01:00 hasn't been answered yet, and would be answered with “accepted”.",
    ],
    ["events.move", moving, "Moves the event “Stand-up” on 2026-03-10 09:00+01:00 to the calendar “Team”."],
    ["events.delete", standup, "Deletes the event “Stand-up” on 2026-03-10 09:00+01:00."],
    [
      "events.delete",
      { ...review, sendUpdates: "all" },
      "Deletes the event “Review” on 2026-03-11 14:00+01:00 with 2 guests. Google emails all guests.",
    ],
    ["events.delete", { ...own, eventId: "offsite00001" }, "Deletes the event “Offsite” on 2026-03-20."],
    [
      "events.delete",
      { ...own, eventId: "weekly00001" },
      "Deletes the event “Weekly” on 2026-03-02 08:00+01:00, with all its instances.",
    ],
    [
      "events.delete",
      { ...own, eventId: "nothere00001" },
      "The event doesn't exist, so there would be nothing to delete.",
    ],
  ],
  meanwhile: [
    ["events.create", lunch, ["events.create", lunch], "same"],
    ["events.update", { ...standup, location: "x" }, ["events.update", { ...standup, description: "y" }], "same"],
    ["events.update", { ...standup, location: "x" }, ["events.update", { ...standup, location: "y" }], "stale"],
    ["events.update", { ...standup, description: "x" }, ["events.update", { ...standup, description: "y" }], "stale"],
    ["events.update", { ...review, attendees: guests }, ["events.respond", accepting], "same"],
    ["events.update", { ...review, attendees: [] }, ["events.update", { ...review, attendees: guests }], "stale"],
    ["events.delete", review, ["events.respond", accepting], "same"],
    ["events.delete", standup, ["events.update", { ...standup, summary: "Planning" }], "stale"],
    ["events.delete", standup, ["events.delete", standup], "stale"],
    ["events.respond", accepting, ["events.respond", { ...review, response: "declined" }], "stale"],
    ["events.respond", accepting, ["events.update", { ...review, start: lunch.start, end: lunch.end }], "stale"],
    ["events.move", moving, ["events.update", { ...standup, summary: "Planning" }], "stale"],
  ],
  refused: [
    ["events.respond", { ...standup, response: "accepted" }, "PROVIDER_REJECTED"],
    ["events.create", { ...lunch, calendarId: "en.usa#holiday@group.v.calendar.google.com" }, "PROVIDER_FORBIDDEN"],
    ["events.move", { ...standup, destination: "en.usa#holiday@group.v.calendar.google.com" }, "PROVIDER_FORBIDDEN"],
    ["events.update", { ...own, eventId: "nothere00001", location: "x" }, "RESOURCE_NOT_FOUND"],
  ],
});
