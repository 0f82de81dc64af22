/**
 * The journal's port: control-plane changes and each use of a credential, with the actor, in one chain per service
 * client. The audit trail is all entries; the event log is the public ones, in the order of commits.
 */
import type { PublicTypeName, TrailTypeName } from "./types.ts";
import type { AnyEventType } from "@svc/contract";

/**
 * Who did something: a key or token of a service client, an operator on the command line or in the console, an end
 * user, a provider, or svc itself.
 */
export type Actor =
  `key:${string}` | `token:${string}` | "operator" | `operator:${string}` | "end_user" | "provider" | "system";

/** What a change records, without the id and time that the store gives it, and what the event log shows of it. */
export type NewEntry = Omit<AuditEvent, "id" | "type" | "actor" | "at"> & { actor: Actor } & (
    { type: TrailTypeName; published?: never } | { type: PublicTypeName; published: EventData }
  );

/** What only the audit trail records. */
export type NewTrailEntry = Extract<NewEntry, { type: TrailTypeName }>;

/** One event. It never contains a secret: only ids, names and codes. */
export type AuditEvent = {
  id: string;
  /** The service client whose chain the event is appended to; "" if it concerns the deployment. */
  clientId: string;
  /** "" if it concerns no tenant. */
  tenantId: string;
  /** The event type, such as `connect_session.exchange_refused`. */
  type: string;
  /** The affected resource; "" if there is none. */
  subject: string;
  /** The actor: `key:<public id>`, `operator`, `end_user`, `system`. */
  actor: string;
  /** Codes and non-secret details. */
  data: AuditData;
  /** Milliseconds since the epoch. */
  at: number;
};

/** Details of an event: flat, so that they can't contain a document. */
export type AuditData = Readonly<Record<string, string | number | boolean>>;

/** An event at its position in its client's chain. */
export type ChainedEvent = AuditEvent & {
  /** From 1, without gaps. */
  seq: number;
  /** The hash of the previous event; 64 zeros for the first. */
  prevHash: string;
  hash: string;
  /** Its number in the event log, not hashed itself; 0 if the event log doesn't show it. */
  publicSeq: number;
  /** What the event log shows of it, not hashed itself; null if nothing, or if that was pruned. */
  published: Published | null;
};

/** What the event log shows of an entry, as JSON. The entry's `data` has its salted digest. */
export type Published = {
  /** Random, in hexadecimal. Pruned with the text, so that nothing can be guessed from the digest afterwards. */
  salt: string;
  text: string;
};

/** The current end of a chain. */
export type AuditChain = {
  clientId: string;
  /** The number of its newest event. */
  seq: number;
  hash: string;
  anchor: AuditAnchor;
  /** The event log's newest number. */
  publicSeq: number;
  /** What the event log showed was pruned up to this number. */
  prunedSeq: number;
};

/** The start of a chain after retention: everything up to event `seq`, which had this hash, was removed. */
export type AuditAnchor = {
  /** 0 if nothing was removed yet. */
  seq: number;
  hash: string;
  /** When the events were removed, in milliseconds since the epoch. */
  at: number;
  /**
   * Signed with the deployment's key. Also covers, and contains, the removal's cutoff; "" if nothing was removed yet.
   */
  signature: string;
};

/** The smallest and the largest number among a chain's events, regardless of the chain's own row. */
export type SeqRange = { oldest: number; newest: number };

/** Events that are old enough to prune, with the data to check them against, read together. */
export type DueEvents = {
  /** Null if the chain's row is missing. */
  chain: AuditChain | null;
  /** The chain's oldest events, oldest first; at least one. */
  due: readonly ChainedEvent[];
  /** The event after them; null if they are the last. */
  next: ChainedEvent | null;
};

/** The filters of a listing; null for each one that is not set. */
export type AuditFilter = { type: string | null; tenantId: string | null; subject: string | null };

/** Appends events. Events never change, and only retention removes the oldest ones. */
export type AuditLog = {
  /**
   * Appends an event that belongs to no change to its client's chain, in its own transaction; durable when it resolves.
   * The store function that makes a change appends the change's own entry.
   */
  append(event: AuditEvent): Promise<void>;
};

/** Reads, checks and prunes the trail. */
export type AuditTrail = {
  /** Returns events before a number, newest first. @param query.beforeSeq null to start with the newest. */
  list(
    clientId: string,
    query: AuditFilter & { beforeSeq: number | null; limit: number },
  ): Promise<{ rows: ChainedEvent[]; more: boolean }>;
  /** Returns the sorted ids of every chain and of every client with events, including "". */
  chainIds(): Promise<string[]>;
  /** Returns a chain and the range of its events, read together. Each is null if there is none. */
  chain(clientId: string): Promise<{ chain: AuditChain | null; range: SeqRange | null }>;
  /** Returns events after a number, oldest first. Unreadable details are returned as `{unreadable: true}`. */
  page(clientId: string, afterSeq: number, limit: number): Promise<ChainedEvent[]>;
  /**
   * Returns a chain's oldest events from before `before` (milliseconds since the epoch), at most `limit`; null if there
   * are none. Locks nothing.
   */
  due(clientId: string, before: number, limit: number): Promise<DueEvents | null>;
  /**
   * Writes the anchor and removes all events up to it, in one transaction, if the chain's anchor is still `known`.
   * @returns how many events were removed; 0 if the anchor is another, because another process was first.
   */
  removeUpTo(clientId: string, known: AuditAnchor, anchor: AuditAnchor): Promise<number>;
};

/** Both sides of the trail. */
export type AuditStore = AuditLog & AuditTrail;

/** What an event shows. Codes, ids and states; never a secret, an input or an output. */
export type EventData = Readonly<Record<string, string | number | null>>;

/** One event at its position in its client's log. */
export type EventRow = {
  id: string;
  clientId: string;
  /** From 1 without gaps, in the order of commits. */
  seq: number;
  type: AnyEventType;
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
  /**
   * Clears what a client's oldest events show that are older than `before`, at most `limit`; returns their number.
   * Their entries stay in the audit trail.
   */
  prune(clientId: string, before: number, limit: number): Promise<number>;
};
