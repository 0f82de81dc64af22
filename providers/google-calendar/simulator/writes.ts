/** The methods that change. */
import { fieldsOf, Refusal, type Result } from "@svc/simulator";
import { googleUser } from "@svc/google/simulator";
import { etagOf, eventBody } from "./bodies.ts";
import { timeOf, type Guest, type StoredCalendar, type StoredEvent, type When } from "./model.ts";
import { eventOf, type CalendarCall } from "./reads.ts";

/** `events.insert` */
export function insertEvent({ request, store, params }: CalendarCall): Result {
  const { id } = writable(store.calendar(params["calendar"] ?? ""));
  const fields = checked(fieldsOf(request));
  const given = fields["id"];
  const eventId = typeof given === "string" ? given : `made${String(store.events.in(id).size + 1).padStart(8, "0")}`;
  if (!/^[a-v0-9]{5,1024}$/.test(eventId)) throw new Refusal(400, "Invalid resource id value.", { code: "invalid" });
  if (store.events.in(id).has(eventId)) {
    throw new Refusal(409, "The requested identifier already exists.", { code: "duplicate" });
  }
  const { start, end } = fields as { start?: When; end?: When };
  if (start === undefined || end === undefined) throw new Refusal(400, "Missing end time.", { code: "required" });
  const { conferenceData, ...rest } = fields;
  const wantsMeet = conferenceData !== undefined && request.query.get("conferenceDataVersion") === "1";
  const meet = wantsMeet ? { hangoutLink: "https://meet.google.com/aaa-bbbb-ccc" } : {};
  const event = store.addEvent(id, { ...rest, ...meet, id: eventId, start, end }, request.timeMs);
  return { json: eventBody(event), effects: [{ kind: "event.create", calendar: id, event: eventId }] };
}

/** `events.patch`. Private properties are merged, lists are replaced. */
export function patchEvent({ request, store, params }: CalendarCall): Result {
  const { id } = writable(store.calendar(params["calendar"] ?? ""));
  const event = present(eventOf(store, params));
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && wanted !== etagOf(event)) {
    throw new Refusal(412, "Precondition Failed", { code: "conditionNotMet" });
  }
  const { extendedProperties, ...fields } = checked(fieldsOf(request)) as Partial<StoredEvent>;
  const properties = { private: { ...event.extendedProperties?.private, ...extendedProperties?.private } };
  const changed = store.edit(
    id,
    event,
    { ...fields, ...(extendedProperties === undefined ? {} : { extendedProperties: properties }) },
    request.timeMs,
  );
  return { json: eventBody(changed), effects: [{ kind: "event.update", calendar: id, event: event.id }] };
}

/** `events.move` */
export function moveEvent({ request, store, params }: CalendarCall): Result {
  const from = writable(store.calendar(params["calendar"] ?? ""));
  const to = writable(store.calendar(request.query.get("destination") ?? ""));
  const event = present(eventOf(store, params));
  if (event["recurringEventId"] !== undefined) {
    throw new Refusal(400, "Cannot change the organizer of an instance.", { code: "cannotChangeOrganizerOfInstance" });
  }
  store.events.in(from.id).delete(event.id);
  store.events.in(to.id).put({ ...event, organizer: { email: to.id } });
  const moved = store.edit(to.id, event, {}, request.timeMs);
  return { json: eventBody(moved), effects: [{ kind: "event.move", calendar: to.id, event: event.id }] };
}

/** `events.delete` */
export function deleteEvent({ request, store, params }: CalendarCall): Result {
  const { id } = writable(store.calendar(params["calendar"] ?? ""));
  const event = present(eventOf(store, params));
  store.edit(id, event, { status: "cancelled" }, request.timeMs);
  return { status: 204, effects: [{ kind: "event.delete", calendar: id, event: event.id }] };
}

function writable(calendar: StoredCalendar): StoredCalendar {
  if (calendar.accessRole === "owner" || calendar.accessRole === "writer") return calendar;
  throw new Refusal(403, "You need to have writer access to this calendar.", { code: "requiredAccessLevel" });
}

function present(event: StoredEvent): StoredEvent {
  if (event.status === "cancelled") throw new Refusal(410, "Resource has been deleted", { code: "deleted" });
  return event;
}

/** Validates times, and sets the status of new guests. Throws `Refusal` 400. */
function checked(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { start, end, attendees } = fields as { start?: When; end?: When; attendees?: Partial<Guest>[] };
  if (start !== undefined && end !== undefined && !(timeOf(end) > timeOf(start))) {
    throw new Refusal(400, "The specified time range is empty.", { code: "timeRangeEmpty" });
  }
  const guests = attendees?.map((guest) => ({
    responseStatus: "needsAction",
    ...guest,
    ...(guest.email === googleUser.email ? { self: true } : {}),
  }));
  return { ...fields, ...(guests === undefined ? {} : { attendees: guests }) };
}
