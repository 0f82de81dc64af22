/** Calendars and events, as far as they are returned: https://developers.google.com/workspace/calendar/api/v3/reference */
import { flag, integer, listOf, orNull, part, shape, text, textsOf, time } from "@svc/provider-kit/shape";
import type { Static } from "typebox";

/** A calendar in the user's list. */
export const calendar = shape({
  id: text("id", "Id of the calendar, which other actions take."),
  summary: text("summary", "Title of the calendar."),
  description: orNull(text("description", "Its description.")),
  timeZone: orNull(text("timeZone", "Its time zone.")),
  accessRole: text("accessRole", "What the user may do: freeBusyReader, reader, writer or owner."),
  primary: orNull(flag("primary", "Whether it is the user's own; null is no.")),
});

const moment = shape({
  date: orNull(text("date", "The day of an all-day event.")),
  dateTime: orNull(time("dateTime", "The moment.")),
  timeZone: orNull(text("timeZone", "The time zone.")),
});

const person = shape({
  email: orNull(text("email", "Address.")),
  displayName: orNull(text("displayName", "Name, if Google shows it.")),
  self: orNull(flag("self", "Whether it is the calendar's own user; null is no.")),
});

const attendee = shape({
  email: text("email", "Address of the guest."),
  displayName: orNull(text("displayName", "Name, if Google shows it.")),
  responseStatus: text("responseStatus", "needsAction, declined, tentative or accepted."),
  optional: orNull(flag("optional", "Whether the guest may be absent; null is no.")),
  organizer: orNull(flag("organizer", "Whether it is the organizer; null is no.")),
  self: orNull(flag("self", "Whether it is the calendar's own user; null is no.")),
});

/** An event. A cancelled one may have nothing but an id. */
export const event = shape({
  id: text("id", "Id of the event, which other actions take."),
  status: text("status", "confirmed, tentative or cancelled. A deleted event is cancelled."),
  summary: orNull(text("summary", "Title.")),
  description: orNull(text("description", "Description, which may have HTML.")),
  location: orNull(text("location", "Place, as free text.")),
  start: orNull(part("start", moment)),
  end: orNull(part("end", moment)),
  organizer: orNull(part("organizer", person)),
  attendees: listOf("attendees", "The guests.", attendee),
  recurrence: textsOf("recurrence", "How it recurs (RFC 5545); empty for one that doesn't, and for an instance."),
  recurringEventId: orNull(text("recurringEventId", "The recurring event of which this is an instance.")),
  meetUrl: orNull(text("hangoutLink", "Where its video meeting is.")),
  htmlLink: orNull(text("htmlLink", "The event in Google Calendar.")),
  sequence: orNull(integer("sequence", "How often its times were changed.")),
  updatedAt: orNull(time("updated", "When it last changed.")),
});

/** The answer of the calendar's own user; null if it isn't a guest. */
export function answerOf({ attendees }: Static<typeof event.schema>): string | null {
  return attendees.find(({ self }) => self === true)?.responseStatus ?? null;
}
