/**
 * The document of an entry and the chain of hashes over it. Defined in the domain because the store, which writes the
 * hash, and the verifier must compute it identically.
 */
import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import type { AuditEvent, AuditData, Published } from "./port.ts";

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
