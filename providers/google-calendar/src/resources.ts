/** The returned fields of calendars and events: https://developers.google.com/workspace/calendar/api/v3/reference */
import { content, flag, integer, listOf, orNull, part, shape, text, textsOf, time } from "@svc/provider-kit/shape";
import type { Static } from "typebox";

/** A calendar in the user's list. */
export const calendar = shape({
  id: text("id", "Id of the calendar, for use in other actions."),
  summary: orNull(text("summary", "Title of the calendar.")),
  description: orNull(text("description", "Description of the calendar.")),
  timeZone: orNull(text("timeZone", "Time zone of the calendar.")),
  accessRole: text("accessRole", "The user's access: freeBusyReader, reader, writer or owner."),
  primary: orNull(flag("primary", "Whether it is the user's own calendar; null means no.")),
});

const moment = shape({
  date: orNull(text("date", "The date of an all-day event.")),
  dateTime: orNull(time("dateTime", "The time.")),
  timeZone: orNull(text("timeZone", "The time zone.")),
});

const person = shape({
  email: orNull(text("email", "Email address.")),
  displayName: orNull(text("displayName", "Name, if Google shows it.")),
  self: orNull(flag("self", "Whether this is the calendar's own user; null means no.")),
});

const attendee = shape({
  email: orNull(text("email", "Email address of the guest, if Google shows it.")),
  displayName: orNull(text("displayName", "Name, if Google shows it.")),
  responseStatus: text("responseStatus", "The guest's response: needsAction, declined, tentative or accepted."),
  optional: orNull(flag("optional", "Whether the guest's attendance is optional; null means no.")),
  organizer: orNull(flag("organizer", "Whether this is the organizer; null means no.")),
  self: orNull(flag("self", "Whether this is the calendar's own user; null means no.")),
});

/** An event. A cancelled one may only have an id. */
export const event = shape({
  id: text("id", "Id of the event, for use in other actions."),
  status: text("status", "Status: confirmed, tentative or cancelled. A deleted event is cancelled."),
  summary: orNull(text("summary", "Title of the event.")),
  description: orNull(text("description", "Description of the event. It may contain HTML.")),
  location: orNull(text("location", "Location of the event, as free-form text.")),
  start: orNull(part("start", moment)),
  end: orNull(part("end", moment)),
  organizer: orNull(part("organizer", person)),
  attendees: listOf("attendees", "The guests.", attendee),
  recurrence: textsOf("recurrence", "Recurrence rules and dates (RFC 5545); empty for a single event or an instance."),
  recurringEventId: orNull(text("recurringEventId", "Id of the recurring event that this is an instance of.")),
  meetUrl: orNull(text("hangoutLink", "URL of its video meeting.")),
  htmlLink: orNull(text("htmlLink", "URL of the event in Google Calendar.")),
  sequence: orNull(integer("sequence", "Sequence number (RFC 5545), which increases when its times change.")),
  updatedAt: orNull(time("updated", "When it last changed.")),
});

/** An event that was just written. */
export const writtenEvent = shape({ ...event.fields, description: content(event.fields.description) });

/** The response of the calendar's own user; null if the user isn't a guest. */
export function responseOf({ attendees }: Static<typeof event.schema>): string | null {
  return attendees.find(({ self }) => self === true)?.responseStatus ?? null;
}
