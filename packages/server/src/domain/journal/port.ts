/**
 * The audit trail's port: control-plane changes and each use of a credential, with the actor, in one chain per service
 * client. The hash is defined here because the store, which writes it, and the verifier must compute it identically.
 */
import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import type { EventData } from "./event-port.ts";
import type { PublicTypeName, TrailTypeName } from "./types.ts";

/** Who did something: a key or token of a service client, an operator on the command line or in the console, an end user, or svc itself. */
export type Actor = `key:${string}` | `token:${string}` | "operator" | `operator:${string}` | "end_user" | "system";

/** What a change records, without the id and time that the store gives it, and what the event log shows of it. */
export type NewAuditEvent = Omit<AuditEvent, "id" | "type" | "at"> &
  ({ type: TrailTypeName; published?: never } | { type: PublicTypeName; published: EventData });

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
  /** The hash of the previous event; {@link genesisHash} for the first. */
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

/** Returns `data.publicDigest`: the SHA-256 of the salt and the text, in hexadecimal. */
export function publicDigest({ salt, text }: Published): string {
  return hash("sha256", `${salt}${text}`, "hex");
}

/** The hash before a chain's first event: 32 zero bytes. */
export const genesisHash = "0".repeat(64);

/** An event as the API and exports return it, without its two hashes; exactly this is hashed. */
export type EventDocument = {
  id: string;
  seq: number;
  service_client_id: string | null;
  tenant_id: string | null;
  type: string;
  subject: string | null;
  actor: string;
  data: Record<string, string | number | boolean>;
  createdAt: string;
};

/** Returns the document of an event at its position. */
export function eventDocument(event: AuditEvent, seq: number): EventDocument {
  return {
    id: event.id,
    seq,
    service_client_id: event.clientId === "" ? null : event.clientId,
    tenant_id: event.tenantId === "" ? null : event.tenantId,
    type: event.type,
    subject: event.subject === "" ? null : event.subject,
    actor: event.actor,
    data: { ...event.data },
    // Only an altered row can be outside the range of dates, and its hash differs anyway.
    createdAt: Math.abs(event.at) > dateMsMax ? "" : new Date(event.at).toISOString(),
  };
}

const dateMsMax = 8.64e15;

/**
 * Returns the SHA-256 of the previous hash's bytes, followed by the event's document in canonical JSON (RFC 8785) as
 * UTF-8.
 * @param prevHash 64 hexadecimal digits.
 * @returns 64 hexadecimal digits in lower case.
 */
export function chainHash(prevHash: string, document: EventDocument): string {
  return hashAfter(prevHash, canonicalize(document) ?? "");
}

/** Returns the {@link chainHash} of a document's canonical text. */
export function hashAfter(prevHash: string, text: string): string {
  const bytesMost = prevHash.length / 2 + text.length * utf8BytesMax;
  const bytes = bytesMost <= scratch.length ? scratch : Buffer.alloc(bytesMost);
  const from = bytes.write(prevHash, "hex");
  return hash("sha256", bytes.subarray(0, from + bytes.write(text, from)), "hex");
}

// Per UTF-16 code unit.
const utf8BytesMax = 3;
/** A reused buffer for the hash's input. Claims wait for the hash, and allocating three buffers would be slower. */
const scratch = Buffer.alloc(16 * 1024);

/**
 * Splits an event's document in canonical JSON around its number, for a database that sets the number itself. Names are
 * sorted, so the fields before and after `seq` can each be serialized as a document.
 */
export function splitDocument(event: AuditEvent): { start: string; end: string } {
  const { actor, createdAt, data, id, service_client_id, subject, tenant_id, type } = eventDocument(event, 0);
  const before = JSON.stringify({ actor, createdAt });
  const after = JSON.stringify({ service_client_id, subject, tenant_id, type });
  return {
    start: `${before.slice(0, -1)},"data":${canonicalData(data)},"id":${JSON.stringify(id)},"seq":`,
    end: `,${after.slice(1)}`,
  };
}

/**
 * Returns canonical JSON. For a flat object with sorted names, that's what JSON.stringify returns (RFC 8785 §3.2.2).
 */
function canonicalData(data: AuditData): string {
  const names = Object.keys(data);
  const isInOrder = names.every((name, index) => index === 0 || (names[index - 1] ?? "") < name);
  return isInOrder ? JSON.stringify(data) : (canonicalize(data) ?? "");
}

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
  /** Appends the event to its client's chain in its own transaction; durable when it resolves. */
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
