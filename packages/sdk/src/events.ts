/** The event log: what changed for the service client, oldest first. */
import type { Event, EventList, EventType } from "@svc/contract";
import { cursorQuery, createList, parsePage, type List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** Filters, and the position to read from. */
export type EventsQuery = { type?: EventType; tenant_id?: string; limit?: number; cursor?: string };

/** The calls for events; returned by `client.events`. */
export type EventsScope = ReturnType<typeof createEventsScope>;

/** @param transport sends the requests. */
export function createEventsScope(transport: Transport) {
  const path = "/v1/events";
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  return {
    /** Lists every event from the cursor to the end of the log. */
    list: (query: EventsQuery = {}, options?: CallOptions): List<Event> =>
      createList(async (cursor) =>
        parsePage(await call({ method: "GET", path, query: { ...query, ...cursorQuery(cursor) }, options }), "events"),
      ),
    /** Reads one page. Store its `resumeCursor` and send it as `cursor` to read later events. */
    read: async (query: EventsQuery = {}, options?: CallOptions): Promise<EventList> =>
      call({ method: "GET", path, query, options }),
    get: async (id: string, options?: CallOptions): Promise<Event> =>
      call({ method: "GET", path: `${path}/${segment(id)}`, options }),
  };
}
