/**
 * The audit trail's port: what happened on the control plane and each use of a credential, and who did it, in one chain
 * a service client. The hash is here because the store, which writes it, and the verifier must compute it alike.
 */
import { hash } from "node:crypto";
import canonicalize from "canonicalize";

/** One event. Never a secret: ids, names of things, and codes. */
export type AuditEvent = {
  id: string;
  /** The service client concerned, whose chain it joins; "" for what concerns the deployment. */
  clientId: string;
  /** "" where it concerns no tenant. */
  tenantId: string;
  /** What happened, such as `connect_session.exchange_refused`. */
  type: string;
  /** The resource concerned; "" where there is none. */
  subject: string;
  /** Who did it: `key:<public id>`, `operator`, `end_user`, `system`. */
  actor: string;
  /** Codes and non-secret details. */
  data: AuditData;
  /** Milliseconds since the epoch. */
  at: number;
};

/** Details of an event: flat, and nothing that could hold a document. */
export type AuditData = Readonly<Record<string, string | number | boolean>>;

/** An event at its place in its client's chain. */
export type ChainedEvent = AuditEvent & {
  /** From 1, without a gap. */
  seq: number;
  /** The hash of the event before it; {@link genesisHash} for the first. */
  prevHash: string;
  hash: string;
};

/** What comes before a chain's first event: 32 zero bytes. */
export const genesisHash = "0".repeat(64);

/** An event as the API and exports give it, without its two hashes; exactly this is hashed. */
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

/** The document of an event at its place. */
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
    // Beyond what a date can be only an altered row is; its hash is another anyhow.
    createdAt: Math.abs(event.at) > dateMsMax ? "" : new Date(event.at).toISOString(),
  };
}

const dateMsMax = 8.64e15;

/**
 * SHA-256 over the bytes of the hash before it, then the event's document in canonical JSON (RFC 8785) as UTF-8.
 * @param prevHash 64 hexadecimal digits.
 * @returns 64 hexadecimal digits in lower case.
 */
export function chainHash(prevHash: string, document: EventDocument): string {
  return hashAfter(prevHash, canonicalize(document) ?? "");
}

/** {@link chainHash} of a document's canonical text. */
export function hashAfter(prevHash: string, text: string): string {
  const bytesMost = prevHash.length / 2 + text.length * utf8BytesMost;
  const bytes = bytesMost <= scratch.length ? scratch : Buffer.alloc(bytesMost);
  const from = bytes.write(prevHash, "hex");
  return hash("sha256", bytes.subarray(0, from + bytes.write(text, from)), "hex");
}

// Of one UTF-16 code unit.
const utf8BytesMost = 3;
/** What is hashed stands here for as long as that takes: a claim waits for it, and three buffers of its own are slower. */
const scratch = Buffer.alloc(16 * 1024);

/**
 * An event's document in canonical JSON, cut where its number stands: for a database that gives the number itself. Names
 * are in order there, so what comes before `seq` and what comes after are documents of their own.
 */
export function documentAround(event: AuditEvent): { start: string; end: string } {
  const { actor, createdAt, data, id, service_client_id, subject, tenant_id, type } = eventDocument(event, 0);
  const before = JSON.stringify({ actor, createdAt });
  const after = JSON.stringify({ service_client_id, subject, tenant_id, type });
  return {
    start: `${before.slice(0, -1)},"data":${canonicalData(data)},"id":${JSON.stringify(id)},"seq":`,
    end: `,${after.slice(1)}`,
  };
}

/** Where its names stand in their order, canonical JSON of what is flat is what JSON.stringify writes (RFC 8785 §3.2.2). */
function canonicalData(data: AuditData): string {
  const names = Object.keys(data);
  const isInOrder = names.every((name, index) => index === 0 || (names[index - 1] ?? "") < name);
  return isInOrder ? JSON.stringify(data) : (canonicalize(data) ?? "");
}

/** Where a chain stands. */
export type AuditChain = {
  clientId: string;
  /** Of its newest event. */
  seq: number;
  hash: string;
  anchor: AuditAnchor;
};

/** Where a chain begins after retention: everything up to `seq`, whose last hash was `hash`, was removed. */
export type AuditAnchor = {
  /** 0 if nothing was removed yet. */
  seq: number;
  hash: string;
  /** When the events were removed, in milliseconds since the epoch. */
  at: number;
  /** Made with the deployment's key, over the cutoff of the removal too, which it carries; "" if nothing was removed yet. */
  signature: string;
};

/** The least and the greatest number among a chain's events, whatever the chain says it has. */
export type SeqRange = { oldest: number; newest: number };

/** Events that are old enough to be pruned, and what they have to agree with. */
export type DueEvents = {
  /** null if the chain's row is gone. */
  chain: AuditChain | null;
  /** The chain's oldest events, oldest first; at least one. */
  due: readonly ChainedEvent[];
  /** The event that follows them; null if they are the last. */
  next: ChainedEvent | null;
};

/** Which events a listing is about; null where a filter is not set. */
export type AuditFilter = { type: string | null; tenantId: string | null; subject: string | null };

/** Appends events; nothing changes one, and only retention removes the oldest. */
export type AuditLog = {
  /** Puts the event at the end of its client's chain, in a transaction of its own, durable when it resolves. */
  append(event: AuditEvent): Promise<void>;
};

/** The trail as it is read, checked and pruned. */
export type AuditTrail = {
  /** Events before a number, newest first. @param query.beforeSeq null from the newest. */
  list(
    clientId: string,
    query: AuditFilter & { beforeSeq: number | null; limit: number },
  ): Promise<{ rows: ChainedEvent[]; more: boolean }>;
  /** Ids of every chain, and of every client that has events; "" among them. Sorted. */
  chainIds(): Promise<string[]>;
  /** One chain, null if it is absent, and the range of its events, null if there are none; both as of one moment. */
  chain(clientId: string): Promise<{ chain: AuditChain | null; range: SeqRange | null }>;
  /** Events after a number, oldest first. Details that cannot be read come as `{unreadable: true}`. */
  page(clientId: string, afterSeq: number, limit: number): Promise<ChainedEvent[]>;
  /**
   * Removes a chain's oldest events that are older than `before` (milliseconds since the epoch), at most `limit`, and writes
   * the anchor that `anchorAfter` signs for them, in one transaction.
   * @param anchorAfter judges the events as that transaction reads them; null if they have to stay. Called again if the
   * transaction is, and not at all if nothing is old enough.
   * @returns how many events were removed.
   */
  prune(
    clientId: string,
    before: number,
    limit: number,
    anchorAfter: (events: DueEvents) => AuditAnchor | null,
  ): Promise<number>;
};

/** Both sides of the trail. */
export type AuditStore = AuditLog & AuditTrail;
