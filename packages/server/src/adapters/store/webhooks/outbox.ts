/** Appends to the event log, in the transaction of the change that an event reports. */
import { sql } from "kysely";
import type { NewEvent } from "../../../domain/events/port.ts";
import { timestamp } from "../../../domain/clock/timestamp.ts";
import { showLog } from "../audit.ts";
import type { Queries, StoreContext } from "../context.ts";
import type { ConnectSessionsTable, ConnectionsTable, ExecutionsTable, ProposalsTable } from "../tables.ts";
import { parsedJson, storableJson } from "../text.ts";

/** 10 random bytes in hexadecimal. */
const entropy = {
  sqlite: sql<string>`lower(hex(randomblob(10)))`,
  postgres: sql<string>`encode(substr(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 1, 10), 'hex')`,
} as const;

// Eight parameters per row; SQLite takes 32,766 in a statement.
const insertRows = 500;

/**
 * Appends events to the logs of their service clients. It locks the head of each log until the transaction ends, so
 * that the order of numbers is the order of commits. Call it last, after the audit events: then others wait only for a
 * commit, and transactions don't deadlock.
 */
export async function appendOutboxEvents(
  context: StoreContext,
  queries: Queries,
  events: readonly NewEvent[],
): Promise<void> {
  const logs = Map.groupBy(events, ({ clientId }) => clientId);
  for (const clientId of [...logs.keys()].sort()) {
    if (context.engine === "postgres") await showLog(queries, clientId);
    await extendLog(context, queries, clientId, logs.get(clientId) ?? []);
  }
}

async function extendLog(
  context: StoreContext,
  queries: Queries,
  clientId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const { seq: last } = await queries
    .insertInto("event_heads")
    .values({ client_id: clientId, seq: events.length, pruned_seq: 0 })
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({ seq: sql<number>`event_heads.seq + ${sql.lit(events.length)}` }),
    )
    .returning("seq")
    .executeTakeFirstOrThrow();
  const rows = events.map(({ type, tenantId, endpointId, data }, index) => ({
    client_id: clientId,
    seq: last - events.length + index + 1,
    entropy: entropy[context.engine],
    type,
    tenant_id: tenantId,
    endpoint_id: endpointId,
    data: storableJson(data),
    at: context.leaseClock(),
  }));
  for (let start = 0; start < rows.length; start += insertRows) {
    await queries
      .insertInto("events")
      .values(rows.slice(start, start + insertRows))
      .execute();
  }
}

/** The columns that a connection's event is built from. */
export const connectionEventColumns = ["id", "client_id", "tenant_id", "provider", "status"] as const;

/** @param row the connection after the change. */
export function connectionEvent(
  type: Extract<NewEvent["type"], `connection.${string}`>,
  row: Pick<ConnectionsTable, (typeof connectionEventColumns)[number]>,
): NewEvent {
  const data = { connection_id: row.id, provider: row.provider, status: row.status };
  return { clientId: row.client_id, type, tenantId: row.tenant_id, endpointId: "", data };
}

/**
 * Builds the notice that a credential will expire.
 * @param expiresAt in milliseconds since the epoch. @param daysBefore which notice it is.
 */
export function connectionExpiringEvent(
  row: Pick<ConnectionsTable, (typeof connectionEventColumns)[number]>,
  expiresAt: number,
  daysBefore: number,
): NewEvent {
  const { data, ...event } = connectionEvent("connection.expiring", row);
  return { ...event, data: { ...data, credentialExpiresAt: timestamp(expiresAt), daysBefore } };
}

/** The columns that a Connect session's event is built from. */
export const sessionEventColumns = [
  "id",
  "client_id",
  "tenant_id",
  "provider",
  "connection_id",
  "status",
  "error_code",
  "rejections",
] as const;

type SessionPart = Pick<ConnectSessionsTable, (typeof sessionEventColumns)[number]>;

/** @param row the session after it ended. */
export function sessionEvent(type: Extract<NewEvent["type"], `connect_session.${string}`>, row: SessionPart): NewEvent {
  const data = { ...sessionData(row), status: row.status, error: row.error_code === "" ? null : row.error_code };
  return { clientId: row.client_id, type, tenantId: row.tenant_id, endpointId: "", data };
}

/** @param row the session after a credential was rejected. */
export function rejectionEvent(row: SessionPart): NewEvent {
  const data = { ...sessionData(row), rejections: row.rejections };
  return { clientId: row.client_id, type: "credential.rejected", tenantId: row.tenant_id, endpointId: "", data };
}

function sessionData({ id, connection_id, provider }: SessionPart) {
  return { connect_session_id: id, connection_id: connection_id === "" ? null : connection_id, provider };
}

/** The columns that an execution's event is built from. */
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

/** @param row the execution after its outcome became unknown or was resolved. */
export function executionEvent(
  type: Extract<NewEvent["type"], `action_execution.${string}`>,
  row: ExecutionPart,
): NewEvent {
  const { id, connection_id, provider, action_id, status } = row;
  const data = { execution_id: id, connection_id, provider, action_id, status, ...holderOf(row) };
  return { clientId: row.client_id, type, tenantId: row.tenant_id, endpointId: "", data };
}

/** The delegated token that started an execution, and the token's holder; nothing for a service key. */
function holderOf({ token_chain, subject, agent }: ExecutionPart): Record<string, string | null> {
  const delegated_token_id = parsedJson<string[]>(token_chain).at(-1);
  if (delegated_token_id === undefined) return {};
  return { delegated_token_id, subject: orNull(subject), agent: orNull(agent) };
}

/** @param row the proposal after it was made, decided or ended. */
export function proposalEvent(row: ProposalsTable): NewEvent {
  const { id, connection_id, provider, action_id, status, token_id, subject, agent } = row;
  const holder =
    token_id === "" ? {} : { delegated_token_id: token_id, subject: orNull(subject), agent: orNull(agent) };
  const type = status === "pending" ? "proposal.created" : (`proposal.${status}` as NewEvent["type"]);
  const data = { proposal_id: id, connection_id, provider, action_id, status, ...holder };
  return { clientId: row.client_id, type, tenantId: row.tenant_id, endpointId: "", data };
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}

/** @param reason why the endpoint was disabled. */
export function endpointDisabledEvent(clientId: string, endpointId: string, reason: string): NewEvent {
  const data = { webhook_endpoint_id: endpointId, status: "disabled", reason };
  return { clientId, type: "webhook_endpoint.disabled", tenantId: "", endpointId: "", data };
}
