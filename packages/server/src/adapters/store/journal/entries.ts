/** The entries of changes: what the audit trail records of a row, and what the event log shows of it. */
import type { Actor, AuditData, NewEntry, EventData } from "../../../domain/journal/port.ts";
import type { DelegatedTokenRow } from "../../../domain/service-clients/port.ts";
import { timestamp } from "../../../domain/clock/timestamp.ts";
import type { PublicTypeName, TrailTypeName } from "../../../domain/journal/types.ts";
import type { ConnectSessionsTable, ConnectionsTable, ExecutionsTable, ProposalsTable } from "../tables.ts";
import { parsedJson } from "../text.ts";

/** The columns that a connection's entry is built from. */
export const connectionEntryColumns = ["id", "client_id", "tenant_id", "provider", "status"] as const;

type ConnectionPart = Pick<ConnectionsTable, (typeof connectionEntryColumns)[number]>;

/** What only the audit trail records of a connection. @param row the connection after the change. */
export function connectionRecord(
  type: Extract<TrailTypeName, `connection.${string}` | `credential.${string}`>,
  row: ConnectionPart,
  actor: Actor,
  data: AuditData,
): NewEntry {
  return { type, ...connectionPlace(row), actor, data: { ...data, provider: row.provider } };
}

/** A connection's change that the event log shows. @param row the connection after the change. */
export function connectionEntry(
  type: Extract<PublicTypeName, `connection.${string}`>,
  row: ConnectionPart,
  actor: Actor,
  data: AuditData,
): NewEntry {
  const { id, provider, status } = row;
  const published = { connection_id: id, provider, status };
  return { type, ...connectionPlace(row), actor, data: { ...data, provider }, published };
}

/**
 * The notice that a credential will expire, or its expiry.
 * @param daysBefore which notice it is; null for the expiry.
 */
export function expiryEntry(
  row: ConnectionPart & Pick<ConnectionsTable, "credential_version">,
  expiresAt: number,
  daysBefore: number | null,
): NewEntry {
  const credentialExpiresAt = timestamp(expiresAt);
  const data = { credentialExpiresAt, credentialVersion: row.credential_version };
  if (daysBefore === null) {
    return connectionEntry("connection.needs_reconnect", row, "system", { ...data, reason: "expired" });
  }
  const { published, ...entry } = connectionEntry("connection.expiring", row, "system", { ...data, daysBefore });
  return { ...entry, type: "connection.expiring", published: { ...published, credentialExpiresAt, daysBefore } };
}

function connectionPlace({ id: subject, client_id: clientId, tenant_id: tenantId }: ConnectionPart) {
  return { clientId, tenantId, subject };
}

/** The columns that a Connect session's entry is built from. */
export const sessionEntryColumns = [
  "id",
  "client_id",
  "tenant_id",
  "provider",
  "connection_id",
  "status",
  "error_code",
  "rejections",
] as const;

type SessionPart = Pick<ConnectSessionsTable, (typeof sessionEntryColumns)[number]>;

/** What only the audit trail records of a session. @param row the session after the change. */
export function sessionRecord(
  type: Extract<TrailTypeName, `connect_session.${string}`>,
  row: Pick<SessionPart, "id" | "client_id" | "tenant_id">,
  actor: Actor,
  data: AuditData,
): NewEntry {
  return { type, ...sessionPlace(row), actor, data };
}

/** The end of a session. @param row the session after it ended. */
export function sessionEntry(
  type: Extract<PublicTypeName, `connect_session.${string}`>,
  row: SessionPart,
  actor: Actor,
  data: AuditData,
): NewEntry {
  const error = row.error_code === "" ? null : row.error_code;
  return {
    type,
    ...sessionPlace(row),
    actor,
    data,
    published: { ...sessionShown(row), status: row.status, error },
  };
}

/** A rejected credential or code. @param row the session after it. */
export function rejectionEntry(row: SessionPart, actor: Actor, code: string): NewEntry {
  const { rejections } = row;
  return {
    type: "credential.rejected",
    ...sessionPlace(row),
    actor,
    data: { code, count: rejections },
    published: { ...sessionShown(row), rejections },
  };
}

function sessionPlace({
  id: subject,
  client_id: clientId,
  tenant_id: tenantId,
}: Pick<SessionPart, "id" | "client_id" | "tenant_id">) {
  return { clientId, tenantId, subject };
}

function sessionShown({ id, connection_id, provider }: SessionPart) {
  return { connect_session_id: id, connection_id: orNull(connection_id), provider };
}

type ExecutionPart = Pick<
  ExecutionsTable,
  | "id"
  | "client_id"
  | "tenant_id"
  | "connection_id"
  | "provider"
  | "action_id"
  | "status"
  | "token_chain"
  | "subject"
  | "agent"
>;

function executionShown(row: ExecutionPart): EventData {
  const { id, connection_id, provider, action_id, status } = row;
  return { execution_id: id, connection_id, provider, action_id, status, ...holderOf(row) };
}

/** A change of an execution's outcome. @param row the execution after the change. */
export function executionEntry(
  type: Extract<PublicTypeName, `action_execution.${string}`>,
  row: ExecutionPart,
  actor: Actor,
  data: AuditData,
): NewEntry {
  const { id: subject, client_id: clientId, tenant_id: tenantId } = row;
  return { type, clientId, tenantId, subject, actor, data, published: executionShown(row) };
}

/** The delegated token that started an execution, and the token's holder; nothing for a service key. */
function holderOf({ token_chain, subject, agent }: ExecutionPart): Record<string, string | null> {
  const delegated_token_id = parsedJson<string[]>(token_chain).at(-1);
  if (delegated_token_id === undefined) return {};
  return { delegated_token_id, subject: orNull(subject), agent: orNull(agent) };
}

/** A proposal that was made. */
export function proposedEntry(row: ProposalsTable, actor: Actor): NewEntry {
  const { action_id: action, connection_id: connection, provider, agent, subject } = row;
  const data = { action, connection, provider, ...holderRecord({ agent, subject }) };
  return proposalEntry("proposal.created", row, actor, data);
}

/** A proposal that was decided or ended. @param row the proposal after that. */
export function proposalEntry(
  type: Extract<PublicTypeName, `proposal.${string}`>,
  row: ProposalsTable,
  actor: Actor,
  data: AuditData,
): NewEntry {
  const { id: subject, client_id: clientId, tenant_id: tenantId } = row;
  return { type, clientId, tenantId, subject, actor, data, published: proposalShown(row) };
}

/** A proposal that was withdrawn or expired. @param row the proposal after that. */
export function proposalEndEntry(row: ProposalsTable, actor: Actor): NewEntry {
  const type = row.status === "expired" ? "proposal.expired" : "proposal.withdrawn";
  return proposalEntry(type, row, actor, row.error_code === "" ? {} : { reason: row.error_code });
}

function proposalShown(row: ProposalsTable): EventData {
  const { id, connection_id, provider, action_id, status, token_id, subject, agent } = row;
  const holder =
    token_id === "" ? {} : { delegated_token_id: token_id, subject: orNull(subject), agent: orNull(agent) };
  return { proposal_id: id, connection_id, provider, action_id, status, ...holder };
}

/** A delegated token that was created. */
export function tokenCreatedEntry(token: DelegatedTokenRow, actor: Actor): NewEntry {
  const { id: subject, clientId, tenantId, parentId: parent, maxEffect } = token;
  const data = { ...holderRecord(token), maxEffect, ...(parent === "" ? {} : { parent }) };
  return { type: "delegated_token.created", clientId, tenantId, subject, actor, data };
}

/** A delegated token that was revoked. @param reason a code; "" if someone asked for it. */
export function tokenRevokedEntry(token: DelegatedTokenRow, actor: Actor, reason: string): NewEntry {
  const { id: subject, clientId, tenantId } = token;
  const data: AuditData = reason === "" ? {} : { reason };
  return { type: "delegated_token.revoked", clientId, tenantId, subject, actor, data };
}

/** The person that a delegated token acts for, and the agent that holds it, as far as they are known. */
function holderRecord({ agent, subject }: { agent: string; subject: string }): AuditData {
  return { ...(agent === "" ? {} : { agent }), ...(subject === "" ? {} : { subject }) };
}

/** What an operator recorded of the whole deployment. */
export function operatorRecord(
  type: "clock.accepted" | "failover.accepted" | `idempotency_keys.${"expired" | "expiry_cleared"}`,
  data: AuditData,
): NewEntry {
  return { type, clientId: "", tenantId: "", subject: "", actor: "operator", data };
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}
