/** The calls of `client.events`, generated from the contract's operations by `npm run generate`. */
import type { AnyEventType, Event, EventList } from "@svc/contract";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.events`. */
export type EventsScope = ReturnType<typeof createEventsScope>;

/** @param calls sends the requests. */
export function createEventsScope(calls: Calls) {
  return {
    /**
     * Returns the changes for this service client, oldest first and without gaps: an event that becomes visible
     * later is listed after all earlier ones. Store `resumeCursor` and send it as `cursor` to continue from there. A
     * cursor is rejected if the events after it are no longer kept.
     */
    list: (
      query: { type?: AnyEventType; tenant_id?: string; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<Event> => calls.page<Event>("/v1/events", "events", query, options),
    /** Reads one page. Store its `resumeCursor` and send it as `cursor` to continue from there later. */
    read: async (
      query: { type?: AnyEventType; tenant_id?: string; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): Promise<EventList> => calls.call({ method: "GET", path: "/v1/events", query, options }),
    /** Returns an event, while it is kept. */
    get: async (eventId: string, options?: CallOptions): Promise<Event> =>
      calls.call({ method: "GET", path: `/v1/events/${segment(eventId)}`, options }),
  };
}
