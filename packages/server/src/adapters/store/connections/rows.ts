/** Rows of connections and Connect sessions as the domain's rows and back. */
import type { ConnectSessionRow } from "../../../domain/connect-sessions/port.ts";
import type { ConnectionRow } from "../../../domain/connections/port.ts";
import type { ConnectSessionsTable, ConnectionsTable } from "../tables.ts";
import { flag, parsedJson, storableJson } from "../text.ts";

/** A row of `connections`. */
export function connectionRow(row: ConnectionsTable): ConnectionRow {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    provider: row.provider,
    authKind: row.auth_kind as ConnectionRow["authKind"],
    status: row.status as ConnectionRow["status"],
    accountSlug: row.account_slug,
    accountName: row.account_name,
    grantedActions: parsedJson(row.granted_actions),
    grantedScopes: parsedJson(row.granted_scopes),
    credentialVersion: row.credential_version,
    lastTestedAt: row.last_tested_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A connection as its columns. */
export function connectionColumns(row: ConnectionRow): ConnectionsTable {
  return {
    id: row.id,
    client_id: row.clientId,
    tenant_id: row.tenantId,
    provider: row.provider,
    auth_kind: row.authKind,
    status: row.status,
    account_slug: row.accountSlug,
    account_name: row.accountName,
    granted_actions: storableJson(row.grantedActions),
    granted_scopes: storableJson(row.grantedScopes),
    credential_version: row.credentialVersion,
    last_tested_at: row.lastTestedAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
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

/** A Connect session as its columns. */
export function connectSessionColumns(row: ConnectSessionRow): ConnectSessionsTable {
  return {
    id: row.id,
    client_id: row.clientId,
    tenant_id: row.tenantId,
    provider: row.provider,
    auth_kind: row.authKind,
    status: row.status,
    allowed_origin: row.allowedOrigin,
    return_url: row.returnUrl,
    requested_actions: storableJson(row.requestedActions),
    completion: row.completion,
    connection_id: row.connectionId,
    reconnect: flag(row.reconnect),
    token_hash: row.tokenHash,
    token_used_at: row.tokenUsedAt,
    secret_hash: row.secretHash,
    completion_code_hash: row.completionCodeHash,
    verifying_until: row.verifyingUntil,
    rejections: row.rejections,
    error_code: row.errorCode,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    completed_at: row.completedAt,
    seal: row.seal,
  };
}

/** The columns of `connect_sessions`. */
export const sessionColumns = [
  "id",
  "client_id",
  "tenant_id",
  "provider",
  "auth_kind",
  "status",
  "allowed_origin",
  "return_url",
  "requested_actions",
  "completion",
  "connection_id",
  "reconnect",
  "token_hash",
  "token_used_at",
  "secret_hash",
  "completion_code_hash",
  "verifying_until",
  "rejections",
  "error_code",
  "created_at",
  "expires_at",
  "completed_at",
  "seal",
] as const satisfies readonly (keyof ConnectSessionsTable)[];
