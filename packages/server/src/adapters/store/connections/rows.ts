/** Maps connections and Connect sessions from their tables. */
import type { Actor, AuditData, NewAuditEvent } from "../../../domain/audit/port.ts";
import type { JournalTypeName } from "../../../domain/journal/types.ts";
import type { ConnectSessionsTable, ConnectionsTable } from "../tables.ts";
import { rowOf } from "../rows.ts";

export const connectionRow = rowOf("connections");

export const connectSessionRow = rowOf("connect_sessions");

/** What the audit trail records of a connection's change. @param row the connection after the change. */
export function connectionRecord(
  type: Extract<JournalTypeName, `connection.${string}` | `credential.${string}`>,
  row: Pick<ConnectionsTable, "id" | "client_id" | "tenant_id" | "provider">,
  actor: Actor,
  data: AuditData,
): NewAuditEvent {
  const { id: subject, client_id: clientId, tenant_id: tenantId, provider } = row;
  return { type, clientId, tenantId, subject, actor, data: { ...data, provider } };
}

/** The same of a Connect session. @param row the session after the change. */
export function sessionRecord(
  type: Extract<JournalTypeName, `connect_session.${string}`> | "credential.rejected",
  row: Pick<ConnectSessionsTable, "id" | "client_id" | "tenant_id">,
  actor: Actor,
  data: AuditData,
): NewAuditEvent {
  const { id: subject, client_id: clientId, tenant_id: tenantId } = row;
  return { type, clientId, tenantId, subject, actor, data };
}
