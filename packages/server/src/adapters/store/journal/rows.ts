/** Maps the journal from its tables, and chooses the rows that retention removes from its beginning. */
import type { AuditChain, AuditEvent, ChainedEvent, EventRow } from "../../../domain/journal/port.ts";
import type { JournalHeadsTable, JournalTable } from "../tables.ts";
import { parsedJson } from "../text.ts";

export function entryRow(row: JournalTable): ChainedEvent {
  const { public_salt: salt, public_data: text } = row;
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
    publicSeq: row.public_seq,
    published: salt === null || text === null ? null : { salt, text },
  };
}

/** A row that was tampered with must be reported. It mustn't stop the verification. */
function readData(text: string): AuditEvent["data"] {
  try {
    const data = parsedJson<AuditEvent["data"] | null>(text);
    if (typeof data === "object" && data !== null) return data;
  } catch {
    // Not JSON.
  }
  return { unreadable: true };
}

/** A chain's head and anchor. */
export function chainRow(row: JournalHeadsTable): AuditChain {
  const { anchor_seq: seq, anchor_hash: hash, anchor_at: at, anchor_signature: signature } = row;
  return {
    clientId: row.client_id,
    seq: row.seq,
    hash: row.hash,
    anchor: { seq, hash, at, signature },
    publicSeq: row.public_seq,
    prunedSeq: row.pruned_seq,
  };
}

/** The columns of {@link eventRow}, besides the number in the event log. */
export const eventColumns = ["id", "client_id", "type", "tenant_id", "subject", "public_data", "at"] as const;

/** A public entry, as the event log shows it. @param row.seq its number there. */
export function eventRow(row: Pick<JournalTable, (typeof eventColumns)[number]> & { seq: number }): EventRow {
  return {
    id: row.id,
    clientId: row.client_id,
    seq: row.seq,
    type: row.type,
    tenantId: row.tenant_id,
    endpointId: onlyFor(row),
    data: parsedJson(row.public_data ?? "{}"),
    at: row.at,
  };
}

/** The one endpoint that gets an event; "" for all. */
export function onlyFor({ type, subject }: Pick<JournalTable, "type" | "subject">): string {
  return type === "webhook_endpoint.test" ? subject : "";
}

/**
 * Returns the rows before the first one that is too recent. Even if clocks disagreed, only a prefix is removed: an old
 * row after a younger one stays until the younger one can go.
 * @param rows the log's oldest rows, in order. @param before milliseconds since the epoch; rows from then on are kept.
 */
export function agedPrefix<Row extends { at: number }>(rows: readonly Row[], before: number): readonly Row[] {
  const young = rows.findIndex(({ at }) => at >= before);
  return young === -1 ? rows : rows.slice(0, young);
}
