/** The event log as the domain sees it. The store appends: each row is written with the change it tells of. */
import type { EventType } from "@svc/contract";

/** One event at its place in its client's log. */
export type EventRow = {
  clientId: string;
  /** From 1; its order is the order of commits. */
  seq: number;
  /** 10 random bytes in hexadecimal, of which with `at` the id is made. */
  entropy: string;
  type: EventType;
  /** "" where it concerns no tenant. */
  tenantId: string;
  /** "" unless it is for one endpoint alone. */
  endpointId: string;
  data: Readonly<Record<string, string | number | null>>;
  /** Milliseconds since the epoch, by the service clock. */
  at: number;
};

/** An event that is about to be appended. */
export type NewEvent = Pick<EventRow, "clientId" | "type" | "tenantId" | "endpointId" | "data">;

/** Events at rest. Every method is one transaction. */
export type EventStore = {
  /**
   * Events after a number, oldest first, and where the log begins: everything up to `prunedSeq` is no longer kept.
   * @param query null where a filter is not set.
   */
  list(
    clientId: string,
    query: { type: string | null; tenantId: string | null; afterSeq: number; limit: number },
  ): Promise<{ rows: EventRow[]; more: boolean; headSeq: number; prunedSeq: number }>;
  /** The events of one millisecond. */
  at(clientId: string, atMs: number): Promise<EventRow[]>;
  /** Ids of clients that have a log, after this one, in order. */
  clientIds(afterId: string, limit: number): Promise<string[]>;
  /** Lets go of a client's oldest events while they are older than the time, at most `limit`; gives their number. */
  prune(clientId: string, before: number, limit: number): Promise<number>;
};
