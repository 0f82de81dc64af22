/** The methods that read. */
import { pageByCursor, Refusal, type Call, type Result } from "@svc/simulator";
import { calendarBody, eventBody, instancesOf } from "./bodies.ts";
import { timeOf, type StoredEvent } from "./model.ts";
import type { CalendarWorld } from "./world.ts";

/** The caller of a method. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to this API. */
export type CalendarCall = Call<CalendarWorld, Caller>;

/** `calendarList.list` */
export function listCalendars({ request, store }: CalendarCall): Result {
  return page(request.query, store.calendars.values(), calendarBody, { absent: 100, max: 250 });
}

/** `events.list` */
export function listEvents({ request, store, params }: CalendarCall): Result {
  const { query } = request;
  const { id } = store.calendar(params["calendar"] ?? "");
  const isSingle = query.get("singleEvents") === "true";
  if (query.get("orderBy") === "startTime" && !isSingle) {
    throw new Refusal(400, "The requested ordering is not available.", { code: "badRequest" });
  }
  const words = (query.get("q") ?? "").toLowerCase();
  const all = store.events
    .in(id)
    .values()
    .filter(({ status }) => status !== "cancelled");
  const shown = (isSingle ? all.flatMap(instancesOf) : all)
    .filter((event) => isWithin(event, query))
    .filter(({ summary, description, location }) =>
      JSON.stringify([summary, description, location]).toLowerCase().includes(words),
    )
    .sort((one, other) => timeOf(one.start) - timeOf(other.start));
  return page(query, shown, eventBody, { absent: 250, max: 2500 });
}

/** `events.instances` */
export function listInstances({ request, store, params }: CalendarCall): Result {
  const event = eventOf(store, params);
  const shown = instancesOf(event).filter((one) => isWithin(one, request.query));
  return page(request.query, shown, eventBody, { absent: 250, max: 2500 });
}

/** `events.get`: a deleted event is shown as cancelled. */
export function getEvent({ store, params }: CalendarCall): Result {
  return { json: eventBody(eventOf(store, params)) };
}

/** The event in a path. Throws `Refusal` 404. */
export function eventOf(store: CalendarWorld, params: Readonly<Record<string, string>>): StoredEvent {
  const { id } = store.calendar(params["calendar"] ?? "");
  const event = store.events.in(id).get(params["event"] ?? "");
  if (event === undefined) throw new Refusal(404, "Not Found", { code: "notFound" });
  return event;
}

/** `freebusy.query` */
export function queryFreeBusy({ request, store }: CalendarCall): Result {
  const {
    items = [],
    timeMin,
    timeMax,
  } = Object(request.json) as { items?: { id: string }[]; timeMin?: string; timeMax?: string };
  const query = new URLSearchParams({ timeMin: timeMin ?? "", timeMax: timeMax ?? "" });
  const calendars = items.map(({ id }): [string, object] => {
    try {
      const calendar = store.calendar(id);
      const events = store.events
        .in(calendar.id)
        .values()
        .filter(({ status }) => status !== "cancelled");
      const busy = events
        .flatMap(instancesOf)
        .filter((event) => isWithin(event, query) && event.start.dateTime !== undefined);
      return [id, { busy: busy.map(({ start, end }) => ({ start: start.dateTime, end: end.dateTime })) }];
    } catch {
      return [id, { errors: [{ domain: "global", reason: "notFound" }], busy: [] }];
    }
  });
  return { json: { kind: "calendar#freeBusy", timeMin, timeMax, calendars: Object.fromEntries(calendars) } };
}

function isWithin({ start, end }: StoredEvent, query: URLSearchParams): boolean {
  const [from, to] = [Date.parse(query.get("timeMin") ?? ""), Date.parse(query.get("timeMax") ?? "")];
  return !(timeOf(end) <= from) && !(timeOf(start) >= to);
}

function page<Item extends { readonly id: string }>(
  query: URLSearchParams,
  items: readonly Item[],
  body: (item: Item) => object,
  size: { absent: number; max: number },
): Result {
  const said = { cursor: query.get("pageToken"), limit: query.get("maxResults") };
  const found = pageByCursor(items, said, { ...size, id: ({ id }) => id });
  const next = found.next === null ? {} : { nextPageToken: found.next };
  return { json: { kind: "calendar#events", timeZone: "Europe/Zurich", items: found.items.map(body), ...next } };
}
