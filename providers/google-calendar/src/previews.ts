/** Previews of event changes, for the person who approves them. */
import { counted, listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import type { Static } from "typebox";
import { calendarsRequest } from "./client.ts";
import { findEvent, readEvent } from "./events.ts";
import { responseOf, calendar, type event } from "./resources.ts";

type Event = Static<typeof event.schema>;

/** The address of an event. */
type Address = { calendarId?: string | undefined; eventId?: string | undefined };

/** Previews a new event: its calendar, and the guests whom Google emails. */
export async function previewCreation(
  { calendarId = "", sendUpdates, attendees = [] }: Address & Mailing & { attendees?: readonly unknown[] | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { name, isOwn } = await readCalendar(provider, calendarId);
  const guests = attendees.length === 0 ? "" : ` with ${counted(attendees.length, "guest")}`;
  return {
    text: `Creates an event in the calendar ${name}${guests}.${mailing(sendUpdates, attendees.length)}`,
    precondition: { name, isOwn },
  };
}

/** Previews changed fields of an event. */
export async function previewUpdate(
  { calendarId = "", eventId = "", sendUpdates, ...fields }: Address & Mailing & Readonly<Record<string, unknown>>,
  provider: ReadPort,
  withheld: readonly string[],
): Promise<Preview> {
  const { output } = await readEvent(provider, calendarId, eventId);
  const set = [...Object.keys(fields).filter((field) => fields[field] !== undefined), ...withheld];
  const words = set.map((field) => (field === "summary" ? "title" : field === "attendees" ? "list of guests" : field));
  const before = {
    location: set.includes("location") ? output.location : null,
    description: set.includes("description") ? output.description : null,
    // The guests who would be replaced, whatever their responses.
    guests: set.includes("attendees") ? output.attendees.map(({ email }) => email ?? "").sort() : null,
  };
  return {
    text: `${words.length === 0 ? "Changes nothing in" : `Sets the ${listed(words)} of`} ${subject(output)}.${mailing(sendUpdates, output.attendees.length)}`,
    precondition: { ...shown(output), before },
  };
}

/** Previews a response to an invitation. */
export async function previewResponse(
  { calendarId = "", eventId = "", response = "" }: Address & { response?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { output } = await readEvent(provider, calendarId, eventId);
  const current = responseOf(output);
  if (current === null) throw notGuest();
  const before = current === "needsAction" ? "hasn't been answered yet" : `was answered with “${shortened(current)}”`;
  return {
    text: `The invitation to ${subject(output)} ${before}, and would be answered with “${response}”.`,
    precondition: { ...shown(output), response: current },
  };
}

/** Previews a move: the event and its destination. */
export async function previewMove(
  {
    calendarId = "",
    eventId = "",
    destination = "",
    sendUpdates,
  }: Address & Mailing & { destination?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const { output } = await readEvent(provider, calendarId, eventId);
  const to = await readCalendar(provider, destination);
  return {
    text: `Moves ${subject(output)} to the calendar ${to.name}.${mailing(sendUpdates, output.attendees.length)}`,
    precondition: { ...shown(output), to },
  };
}

export async function previewDeletion(
  { calendarId = "", eventId = "", sendUpdates }: Address & Mailing,
  provider: ReadPort,
): Promise<Preview> {
  const found = await findEvent(provider, calendarId, eventId);
  if (found === null) {
    return { text: "The event doesn't exist, so there would be nothing to delete.", precondition: null };
  }
  const guests = found.attendees.length;
  const instances = found.recurrence.length > 0 ? ", with all its instances" : "";
  return {
    text: `Deletes ${subject(found)}${guests === 0 ? "" : ` with ${counted(guests, "guest")}`}${instances}.${mailing(sendUpdates, guests)}`,
    precondition: shown(found),
  };
}

/** The refusal of a response by a calendar's user who isn't invited. */
export function notGuest(): ProviderFailure {
  return new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "The calendar's user isn't a guest of this event.",
  });
}

type Mailing = { sendUpdates?: string | undefined };

function mailing(sendUpdates: string | undefined, guests: number): string {
  if (guests === 0 || sendUpdates === undefined || sendUpdates === "none") return "";
  return ` Google emails ${sendUpdates === "all" ? "all guests" : "the guests who don't use Google Calendar"}.`;
}

/** Reads the calendar's name from the user's list. If it isn't among the first 250, its id is the name. */
async function readCalendar(provider: ReadPort, id: string): Promise<{ name: string; isOwn: boolean }> {
  const { body } = await provider.read(calendarsRequest({ pageSize: 250 }), { accept: [200] });
  const all = list(record(body)["items"]).map(calendar.read);
  const found = all.find((one) => (id === "primary" ? one.primary === true : one.id === id));
  if (found?.accessRole === "reader" || found?.accessRole === "freeBusyReader") {
    throw new ProviderFailure({ code: "PROVIDER_FORBIDDEN", detail: "The user can only read this calendar." });
  }
  return { name: quoted(found?.summary ?? id), isOwn: found?.accessRole === "owner" };
}

function subject(found: Event): string {
  const title = found.summary === null ? "the event without a title" : `the event ${quoted(found.summary)}`;
  const { start } = found;
  const at = start?.date ?? start?.dateTime?.replace("T", " ").replace(/:00(?=Z|[+-]|$)/, "");
  return at === undefined ? title : `${title} on ${shortened(at)}`;
}

/** The fields by which a person recognizes an event. New guests and responses don't make it a different one. */
function shown({ status, summary, start, end, recurrence }: Event) {
  return { status, title: summary === null ? null : quoted(summary), start, end, recurs: recurrence.length > 0 };
}
