/** The event log as the domain sees it: the journal's public entries, in the order of commits. */
import type { EventType } from "@svc/contract";

/** What an event shows. Codes, ids and states; never a secret, an input or an output. */
export type EventData = Readonly<Record<string, string | number | null>>;

/** One event at its position in its client's log. */
export type EventRow = {
  id: string;
  clientId: string;
  /** From 1 without gaps, in the order of commits. */
  seq: number;
  type: EventType;
  /** "" if it concerns no tenant. */
  tenantId: string;
  /** "" unless it is for one endpoint only. */
  endpointId: string;
  data: EventData;
  /** Milliseconds since the epoch, on the service clock. */
  at: number;
};

/** The stored log. Every method is one transaction. */
export type EventStore = {
  /**
   * Returns events after a number, oldest first. Everything up to `prunedSeq` was pruned.
   * @param query null for each filter that is not set.
   */
  list(
    clientId: string,
    query: { type: string | null; tenantId: string | null; afterSeq: number; limit: number },
  ): Promise<{ rows: EventRow[]; more: boolean; headSeq: number; prunedSeq: number }>;
  find(clientId: string, id: string): Promise<EventRow | null>;
  /** Returns the ids of clients that have a log, in order, after this one. */
  clientIds(afterId: string, limit: number): Promise<string[]>;
  /**
   * Clears what a client's oldest events show that are older than `before`, at most `limit`; returns their number. Their
   * entries stay in the audit trail.
   */
  prune(clientId: string, before: number, limit: number): Promise<number>;
};
