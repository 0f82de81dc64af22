/** Presents an event for the API and for deliveries. */
import { idPrefixes, makeId, type Event } from "@svc/contract";
import { timestamp } from "../clock/timestamp.ts";
import type { EventRow } from "./port.ts";

/** Returns the event's id, which is derived from its time and its random bytes, and so always the same. */
export function eventId({ at, entropy }: Pick<EventRow, "at" | "entropy">): string {
  return makeId(idPrefixes.event, at, Buffer.from(entropy, "hex"));
}

/** Presents the event as a resource. */
export function presentEvent(row: EventRow): Event {
  return {
    id: eventId(row),
    type: row.type,
    tenant_id: row.tenantId === "" ? null : row.tenantId,
    data: { ...row.data },
    createdAt: timestamp(row.at),
  };
}
