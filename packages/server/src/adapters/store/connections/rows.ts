/** Maps connections and Connect sessions from their tables. */
import type { Actor, AuditData, NewAuditEvent } from "../../../domain/audit/port.ts";
import type { ConnectSessionRow } from "../../../domain/connect-sessions/port.ts";
import type { ConnectionRow } from "../../../domain/connections/port.ts";
import type { JournalTypeName } from "../../../domain/journal/types.ts";
import type { ConnectSessionsTable, ConnectionsTable } from "../tables.ts";
import { parsedJson } from "../text.ts";

/** A row of `connections`. */
export function connectionRow(row: ConnectionsTable): ConnectionRow {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    provider: row.provider,
    authKind: row.auth_kind as ConnectionRow["authKind"],
    status: row.status as ConnectionRow["status"],
    origin: row.origin as ConnectionRow["origin"],
    listedOrigin: row.listed_origin,
    accountSlug: row.account_slug,
    accountName: row.account_name,
    grantedActions: parsedJson(row.granted_actions),
    grantedScopes: parsedJson(row.granted_scopes),
    credentialVersion: row.credential_version,
    grantGeneration: row.grant_generation,
    lastTestedAt: row.last_tested_at,
    credentialExpiresAt: row.credential_expires_at,
    expiryDueAt: row.expiry_due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A row of `connect_sessions`. */
export function connectSessionRow(row: ConnectSessionsTable): ConnectSessionRow {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    provider: row.provider,
    authKind: row.auth_kind as ConnectSessionRow["authKind"],
    status: row.status as ConnectSessionRow["status"],
    allowedOrigin: row.allowed_origin,
    returnUrl: row.return_url,
    requestedActions: parsedJson(row.requested_actions),
    completion: row.completion as ConnectSessionRow["completion"],
    connectionId: row.connection_id,
    reconnect: row.reconnect === 1,
    tokenHash: row.token_hash,
    tokenUsedAt: row.token_used_at,
    secretHash: row.secret_hash,
    completionCodeHash: row.completion_code_hash,
    verifyingUntil: row.verifying_until,
    rejections: row.rejections,
    errorCode: row.error_code,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    seal: row.seal,
  };
}

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
