/** Fields that several actions have. */
import { oneOf } from "@svc/contract";
import { Type } from "typebox";

/** A calendar's id: an address, or `primary`. */
export const calendarId = Type.String({
  description: "Id of the calendar, as `calendars.list` gives it; `primary` is the user's own.",
  minLength: 1,
  maxLength: 254,
  pattern: "^[^\\s/?#]+$",
});

/** An event's id, also of an instance of a recurring event. */
export const eventId = Type.String({
  description: "Id of the event.",
  minLength: 5,
  maxLength: 1024,
  pattern: "^[A-Za-z0-9_@.-]+$",
});

/** A moment (RFC 3339). */
export function moment(description: string) {
  return Type.String({
    description: `${description} RFC 3339 with an offset, such as \`2026-03-10T09:00:00+01:00\`.`,
    maxLength: 35,
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$",
  });
}

/** A time zone of the IANA database. */
export const timeZone = Type.String({
  description: "Time zone, such as `Europe/Zurich`. Required for recurring events.",
  maxLength: 64,
  pattern: "^[A-Za-z0-9_+/-]+$",
});

/** When an event starts or ends: a day for an all-day event, otherwise a moment. */
export function when(description: string) {
  return Type.Union(
    [
      Type.Object(
        {
          date: Type.String({ description: "The day.", maxLength: 10, pattern: "^\\d{4}-\\d\\d-\\d\\d$" }),
        },
        { additionalProperties: false },
      ),
      Type.Object(
        { dateTime: moment("The moment."), timeZone: Type.Optional(timeZone) },
        { additionalProperties: false },
      ),
    ],
    { description: `${description} \`{ date }\` for an all-day event, otherwise \`{ dateTime, timeZone }\`.` },
  );
}

/** The title. */
export const summary = Type.String({ description: "Title of the event.", maxLength: 1024 });
/** The description. */
export const description = Type.String({ description: "Description of the event. It may have HTML.", maxLength: 8192 });
/** The place. */
export const location = Type.String({ description: "Place of the event, as free text.", maxLength: 1024 });

/** Guests by address. */
export const attendees = Type.Array(
  Type.Object(
    {
      email: Type.String({ description: "Address of the guest.", maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$" }),
      optional: Type.Optional(Type.Boolean({ description: "Whether the guest may be absent." })),
    },
    { additionalProperties: false },
  ),
  { description: "The guests.", maxItems: 200 },
);

/** Rules of recurrence (RFC 5545). */
export const recurrence = Type.Array(
  Type.String({
    description: "A line of RFC 5545, such as `RRULE:FREQ=WEEKLY;COUNT=4`.",
    maxLength: 500,
    pattern: "^(RRULE|EXRULE|RDATE|EXDATE)[:;][!-~]+$",
  }),
  { description: "How the event recurs.", minItems: 1, maxItems: 10 },
);

/** Whom Google mails about a change. */
export const sendUpdates = oneOf(
  ["all", "externalOnly", "none"],
  "Whom Google mails about it: all guests, only guests outside of Google Calendar, or no one; no one by default.",
);

/** Entries on a page. */
export const pageSize = Type.Integer({ description: "Entries on a page; 50 by default.", minimum: 1, maximum: 250 });

/** Where a list continues. */
export const pageToken = Type.String({
  description: "`nextPageToken` of the page before.",
  maxLength: 2048,
  pattern: "^[!-~]+$",
});
