/** The event log as the domain sees it. The store appends each row in the transaction of the change that it reports. */
import type { EventType } from "@svc/contract";

/** One event at its position in its client's log. */
export type EventRow = {
  clientId: string;
  /** From 1, in the order of commits. */
  seq: number;
  /** 10 random bytes in hexadecimal; the id is derived from these and `at`. */
  entropy: string;
  type: EventType;
  /** "" if it concerns no tenant. */
  tenantId: string;
  /** "" unless it is for one endpoint only. */
  endpointId: string;
  data: Readonly<Record<string, string | number | null>>;
  /** Milliseconds since the epoch, on the service clock. */
  at: number;
};

/** An event that is about to be appended. */
export type NewEvent = Pick<EventRow, "clientId" | "type" | "tenantId" | "endpointId" | "data">;

/** Stored events. Every method is one transaction. */
export type EventStore = {
  /**
   * Returns events after a number, oldest first. Everything up to `prunedSeq` was pruned.
   * @param query null for each filter that is not set.
   */
  list(
    clientId: string,
    query: { type: string | null; tenantId: string | null; afterSeq: number; limit: number },
  ): Promise<{ rows: EventRow[]; more: boolean; headSeq: number; prunedSeq: number }>;
  /** Returns the events of one millisecond. */
  at(clientId: string, atMs: number): Promise<EventRow[]>;
  /** Returns the ids of clients that have a log, in order, after this one. */
  clientIds(afterId: string, limit: number): Promise<string[]>;
  /** Prunes a client's oldest events that are older than `before`, at most `limit`; returns their number. */
  prune(clientId: string, before: number, limit: number): Promise<number>;
};
