/** Bodies of responses. */
import type { StoredCalendar, StoredEvent } from "./model.ts";
import { timeOf } from "./model.ts";

/** A calendar in the list. */
export function calendarBody({ id, ...calendar }: StoredCalendar): object {
  return { kind: "calendar#calendarListEntry", etag: `"${id.length}"`, id, ...calendar };
}

/** The version of an event. */
export function etagOf({ id, version }: StoredEvent): string {
  return `"${id.length}${String(version).padStart(12, "0")}"`;
}

export function eventBody(event: StoredEvent): object {
  const { version, updatedAtMs, ...fields } = event;
  return {
    kind: "calendar#event",
    etag: etagOf(event),
    ...fields,
    htmlLink: `https://www.google.com/calendar/event?eid=${event.id}`,
    sequence: version - 1,
    updated: new Date(updatedAtMs).toISOString(),
  };
}

/** The instances of an event; for a single event, itself. Rules have a daily or weekly frequency and a count. */
export function instancesOf(event: StoredEvent): StoredEvent[] {
  const [rule] = event.recurrence ?? [];
  const [, frequency, count] = /^RRULE:FREQ=(DAILY|WEEKLY);COUNT=(\d+)$/.exec(rule ?? "") ?? [];
  if (frequency === undefined) return [event];
  const { recurrence: _, ...single } = event;
  const stepMs = (frequency === "DAILY" ? 1 : 7) * 86_400_000;
  return Array.from({ length: Number(count) }, (_none, at) => {
    const moved = (ms: number) => ({ dateTime: new Date(ms + at * stepMs).toISOString() });
    const start = moved(timeOf(event.start));
    const id = `${event.id}_${start.dateTime.replaceAll(/[-:]|\.\d+/g, "")}`;
    return { ...single, id, start, end: moved(timeOf(event.end)), recurringEventId: event.id };
  });
}
