/** The log of events: what changed for the service client, oldest first. */
import type { Event, EventList, EventType } from "@svc/contract";
import { at, createList, pageOf, type List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** Filters and place of a reading. */
export type EventsQuery = { type?: EventType; tenant_id?: string; limit?: number; cursor?: string };

/** Calls on events; made by `client.events`. */
export type EventsScope = ReturnType<typeof createEventsScope>;

/** @param transport what carries the calls. */
export function createEventsScope(transport: Transport) {
  const path = "/v1/events";
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  return {
    /** Every event from the cursor to the end of the log. */
    list: (query: EventsQuery = {}, options?: CallOptions): List<Event> =>
      createList(async (cursor) =>
        pageOf(await call({ method: "GET", path, query: { ...query, ...at(cursor) }, options }), "events"),
      ),
    /** One page, with the `resume_cursor` to keep: send it as `cursor` to read what comes after. */
    read: async (query: EventsQuery = {}, options?: CallOptions): Promise<EventList> =>
      call({ method: "GET", path, query, options }),
    get: async (id: string, options?: CallOptions): Promise<Event> =>
      call({ method: "GET", path: `${path}/${segment(id)}`, options }),
  };
}
