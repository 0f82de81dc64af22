/** Maps the audit trail from its tables. */
import type { AuditChain, AuditEvent, ChainedEvent } from "../../domain/audit/port.ts";
import type { AuditChainsTable, AuditEventsTable } from "./tables.ts";
import { parsedJson } from "./text.ts";

/** An event of a chain. */
export function eventRow(row: AuditEventsTable): ChainedEvent {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    type: row.type,
    subject: row.subject,
    actor: row.actor,
    data: readData(row.data),
    at: row.at,
    seq: row.seq,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** A row that was tampered with must be reported. It mustn't stop the verification. */
function readData(text: string): AuditEvent["data"] {
  try {
    return parsedJson(text);
  } catch {
    return { unreadable: true };
  }
}

/** A chain's head and anchor. */
export function chainRow(row: AuditChainsTable): AuditChain {
  const { anchor_seq: seq, anchor_hash: hash, anchor_at: at, anchor_signature: signature } = row;
  return { clientId: row.client_id, seq: row.seq, hash: row.hash, anchor: { seq, hash, at, signature } };
}
