/** Fields that several actions share. */
import { content, oneOf } from "@svc/contract";
import { Type } from "typebox";

/**
 * A calendar's id: an email address, `primary`, or an address with `#` for Google's own, such as `en.usa#holiday@…`.
 */
export const calendarId = Type.String({
  description: "Id of the calendar, from `calendars.list`; `primary` is the user's own calendar.",
  minLength: 1,
  maxLength: 254,
  pattern: "^[^\\s/?]+$",
});

/** The id of an event, or of an instance of a recurring event. */
export const eventId = Type.String({
  description: "Id of the event.",
  minLength: 5,
  maxLength: 1024,
  pattern: "^[A-Za-z0-9_@.-]+$",
});

/** A time (RFC 3339). */
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

/** When an event starts or ends: a date for an all-day event, otherwise a time. */
export function when(description: string) {
  return Type.Union(
    [
      Type.Object(
        {
          date: Type.String({
            description: "The date, such as `2026-03-10`.",
            maxLength: 10,
            pattern: "^\\d{4}-\\d\\d-\\d\\d$",
          }),
        },
        { additionalProperties: false },
      ),
      Type.Object(
        { dateTime: moment("The time."), timeZone: Type.Optional(timeZone) },
        { additionalProperties: false },
      ),
    ],
    { description: `${description} \`{ date }\` for an all-day event, otherwise \`{ dateTime, timeZone }\`.` },
  );
}

/** The title. */
export const summary = Type.String({ description: "Title of the event.", maxLength: 1024 });
export const description = content(
  Type.String({ description: "Description of the event. It may contain HTML.", maxLength: 8192 }),
);
export const location = Type.String({ description: "Location of the event, as free-form text.", maxLength: 1024 });

/** Guests by email address. */
export const attendees = Type.Array(
  Type.Object(
    {
      email: Type.String({
        description: "Email address of the guest.",
        maxLength: 254,
        pattern: "^[^\\s@]+@[^\\s@]+$",
      }),
      optional: Type.Optional(Type.Boolean({ description: "Whether the guest's attendance is optional." })),
    },
    { additionalProperties: false },
  ),
  { description: "The guests.", maxItems: 200 },
);

/** Recurrence rules (RFC 5545). */
export const recurrence = Type.Array(
  Type.String({
    description: "A recurrence rule or date in RFC 5545 format, such as `RRULE:FREQ=WEEKLY;COUNT=4`.",
    maxLength: 500,
    pattern: "^(RRULE|EXRULE|RDATE|EXDATE)[:;][!-~]+$",
  }),
  { description: "Recurrence rules and dates of the event.", minItems: 1, maxItems: 10 },
);

/** The guests whom Google emails about a change. */
export const sendUpdates = oneOf(
  ["all", "externalOnly", "none"],
  "Whom Google emails about the change: all guests, only guests who don't use Google Calendar, or none; none by default.",
);

export const pageSize = Type.Integer({
  description: "Number of entries per page; 50 by default.",
  minimum: 1,
  maximum: 250,
});

export const pageToken = Type.String({
  description: "`nextPageToken` of the previous page.",
  maxLength: 2048,
  pattern: "^[!-~]+$",
});
