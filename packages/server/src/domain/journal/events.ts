/**
 * What a service client reads of its journal: its events, oldest first, where reading can continue where it stopped;
 * and the audit trail, its whole chain, newest first, each entry with its number and hashes.
 */
import {
  idPrefixes,
  isId,
  ServiceError,
  type Event,
  type EventList,
  type AuditEvent,
  type AuditEventList,
} from "@svc/contract";
import { timestamp } from "../clock/timestamp.ts";
import type { Cursors, PageQuery } from "../listings/page.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { EventRow, EventStore, AuditTrail } from "./port.ts";
import { hashedEvent } from "./export.ts";

/** The filters and cursor of a listing. */
export type EventQuery = {
  limit: number;
  cursor?: string | undefined;
  type?: string | undefined;
  tenant_id?: string | undefined;
};

/** The read side of the log. */
export type Events = {
  /** @throws ServiceError INVALID_REQUEST for a cursor of another listing, or if the events after it were pruned. */
  list(caller: Caller, query: EventQuery): Promise<EventList>;
  /** @throws ServiceError EVENT_NOT_FOUND. */
  get(caller: Caller, id: string): Promise<Event>;
};

/** @param deps.store the stored events. */
export function createEvents(deps: { store: Pick<EventStore, "list" | "find">; cursors: Cursors }): Events {
  const { store, cursors } = deps;
  return {
    async list({ client }, { limit, cursor, type = null, tenant_id: tenantId = null }) {
      const scope = { listing: "events", clientId: client.id, tenantId: "", filters: [type, tenantId] };
      // The log is ordered by number, so the number replaces the time that other listings use.
      const afterSeq = cursors.read(scope, cursor)?.createdAt ?? 0;
      const page = await store.list(client.id, { type, tenantId, afterSeq, limit });
      if (cursor !== undefined && afterSeq < page.prunedSeq) throw prunedError();
      const last = page.rows.at(-1);
      // Skips events that the filters excluded.
      const readTo = page.more && last !== undefined ? last.seq : Math.max(page.headSeq, afterSeq);
      const resume = cursors.at(scope, { createdAt: readTo, id: "" });
      return {
        events: page.rows.map(presentEvent),
        nextCursor: page.more ? resume : null,
        resumeCursor: resume,
      };
    },
    get: async ({ client }, id) => presentEvent(await findEvent(store, client.id, id)),
  };
}

/** Finds an event by id. @throws ServiceError EVENT_NOT_FOUND, also for another client's event. */
export async function findEvent(store: Pick<EventStore, "find">, clientId: string, id: string): Promise<EventRow> {
  const row = isId(idPrefixes.event, id) ? await store.find(clientId, id) : null;
  if (row === null) throw new ServiceError("EVENT_NOT_FOUND");
  return row;
}

/** Presents an event for the API and for deliveries. */
export function presentEvent({ id, type, tenantId, data, at }: EventRow): Event {
  return { id, type, tenant_id: tenantId === "" ? null : tenantId, data: { ...data }, createdAt: timestamp(at) };
}

function prunedError(): ServiceError {
  return new ServiceError("INVALID_REQUEST", {
    detail:
      "Events after this cursor are no longer kept. Read from the beginning, and look up anything that may have changed in the meantime.",
    errors: [{ pointer: "/cursor", keyword: "cursor", message: "Is older than the events that are kept." }],
  });
}

/** The filters and cursor of a listing. */
export type AuditEventQuery = PageQuery & {
  type?: string | undefined;
  tenant_id?: string | undefined;
  subject?: string | undefined;
};

/** The read side of the trail. */
export type AuditEvents = {
  /** @throws ServiceError INVALID_REQUEST for a cursor of another listing. */
  list(caller: Caller, query: AuditEventQuery): Promise<AuditEventList>;
};

/** @param deps.trail the stored events. */
export function createAuditEvents(deps: { trail: Pick<AuditTrail, "list">; cursors: Cursors }): AuditEvents {
  return {
    async list(caller, { limit, cursor, type = null, tenant_id: tenantId = null, subject = null }) {
      const clientId = caller.client.id;
      const scope = { listing: "auditEvents", clientId, tenantId: "", filters: [type, tenantId, subject] };
      // A chain is ordered by number, so the number replaces the time that other listings use.
      const after = deps.cursors.read(scope, cursor);
      const beforeSeq = after?.createdAt ?? null;
      const { rows, more } = await deps.trail.list(clientId, { type, tenantId, subject, beforeSeq, limit });
      const positions = rows.map(({ seq, id }) => ({ createdAt: seq, id }));
      return {
        auditEvents: rows.map((row): AuditEvent => ({ ...hashedEvent(row), service_client_id: clientId })),
        nextCursor: deps.cursors.next(scope, { rows: positions, more }),
      };
    },
  };
}
