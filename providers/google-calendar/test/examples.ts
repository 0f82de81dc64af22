/** Example inputs for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const primary = { calendarId: "primary" };
const standup = { ...primary, eventId: "standup00001" };
const review = { ...primary, eventId: "review00001" };
const lunch = {
  ...primary,
  summary: "Lunch",
  start: { dateTime: "2026-03-12T12:00:00+01:00", timeZone: "Europe/Zurich" },
  end: { dateTime: "2026-03-12T13:00:00+01:00", timeZone: "Europe/Zurich" },
};
const badIds = [{ ...standup, eventId: "../x" }, { ...standup, calendarId: "a b" }, { calendarId: "primary" }];

/** The provider's examples. */
export const calendarExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies: (text) => [
    { error: { code: 403, message: text, errors: [{ domain: text, reason: text, message: text }] } },
    { error: { code: 403, message: text, status: text, details: [{ reason: text }] } },
  ],
  actions: {
    "calendars.list": {
      inputs: [{}, { pageSize: 1 }],
      refusedInputs: [{ pageSize: 0 }, { pageToken: "a b" }, { more: 1 }],
    },
    "events.list": {
      inputs: [
        primary,
        { ...primary, query: "stand", singleEvents: false, pageSize: 1 },
        { calendarId: "en.usa#holiday@group.v.calendar.google.com" },
      ],
      refusedInputs: [{}, { ...primary, timeMin: "2026-03-01" }, { ...primary, pageSize: 251 }, { ...primary, q: "x" }],
    },
    "events.get": { inputs: [standup, { ...primary, eventId: "offsite00001" }], refusedInputs: badIds },
    "events.instances": { inputs: [{ ...primary, eventId: "weekly00001" }], refusedInputs: badIds },
    "events.create": {
      inputs: [lunch],
      refusedInputs: [
        { ...lunch, start: { dateTime: "2026-03-12" } },
        { ...lunch, start: { date: "2026-03-12", dateTime: "2026-03-12T12:00:00Z" } },
        { ...lunch, attendees: [{ email: "nobody" }] },
        { ...lunch, recurrence: ["EVERY DAY"] },
        { ...lunch, id: "mine00001" },
        primary,
      ],
    },
    "events.update": {
      inputs: [
        { ...standup, location: "Room 4" },
        { ...standup, summary: "Stand-up, standing" },
      ],
      refusedInputs: [...badIds, { ...standup, location: 4 }, { ...standup, status: "cancelled" }],
    },
    "events.respond": {
      inputs: [
        { ...review, response: "accepted" },
        { ...review, response: "declined", sendUpdates: "all" },
      ],
      refusedInputs: [...badIds, { ...review, response: "maybe" }, review],
    },
    "events.move": {
      inputs: [{ ...standup, destination: "team@group.calendar.google.com" }],
      refusedInputs: [...badIds, standup],
    },
    "events.delete": { inputs: [standup, standup], refusedInputs: badIds },
    "freebusy.query": {
      inputs: [
        {
          calendarIds: ["primary", "nobody@example.com", "addressbook#contacts@group.v.calendar.google.com"],
          timeMin: "2026-03-09T00:00:00Z",
          timeMax: "2026-03-16T00:00:00Z",
        },
      ],
      refusedInputs: [{}, { calendarIds: [], timeMin: "2026-03-09T00:00:00Z", timeMax: "2026-03-16T00:00:00Z" }],
    },
  },
};
