/** A claim as one statement: what migration 9 made for it on each engine. */
import { sql } from "kysely";
import type { AuditEvent } from "../audit/port.ts";
import type { ExecutionRow } from "../executions/port.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { appendableEvent } from "./audit.ts";
import type { Queries } from "./context.ts";
import { executionColumns, executionRow } from "./execution-rows.ts";
import { preparedText } from "./prepared-text.ts";
import { slotsFor } from "./prepared.ts";
import type { ExecutionsTable } from "./tables.ts";
import { storableJson } from "./text.ts";

/** One claim, as the store's port takes it. */
export type Claim = { row: ExecutionRow; claim: KeyClaim | null; use: AuditEvent | null };

const rowColumns = [
  "id",
  "client_id",
  "tenant_id",
  "connection_id",
  "provider",
  "action_id",
  "effect",
  "status",
  "summary_input",
  "summary_output",
  "error_code",
  "error_detail",
  "retry_after_seconds",
  "provider_status",
  "provider_request_id",
  "idempotency_key",
  "attempt",
  "fence",
  "owner_id",
  "created_at",
  "dispatched_at",
  "completed_at",
  "settle_after",
  "late_answer",
  "resolution",
  "key_end",
] as const satisfies readonly (keyof ExecutionsTable)[];

const claimColumns = [
  ...rowColumns,
  "fingerprint",
  "key_created_at",
  "event_id",
  "event_tenant_id",
  "event_type",
  "event_subject",
  "event_actor",
  "event_data",
  "event_at",
  "document_start",
  "document_end",
] as const;

type ClaimColumns = ExecutionsTable & typeof noEvent & { fingerprint: string; key_created_at: number };

const insertClaim = preparedText<ClaimColumns, never>("execution_claims.insert", (slot) => {
  const slots = slotsFor(slot, claimColumns);
  return sql`insert into execution_claims (${sql.join(claimColumns.map((name) => sql.ref(name)))})
    values (${sql.join(claimColumns.map((name) => slots[name]))})`;
});

/**
 * On SQLite: one insert.
 * @throws SQLite's error of a constraint where the key was claimed before, and nothing is written then; RangeError for an
 *   event that no document can be made of.
 */
export async function insertOnSqlite(queries: Queries, { row, claim, use }: Claim): Promise<ExecutionRow> {
  const columns = executionColumns(row);
  const { fingerprint = "", createdAt: key_created_at = 0 } = claim ?? {};
  await insertClaim.changed(queries, {
    ...columns,
    fingerprint,
    key_created_at,
    ...(use === null ? noEvent : appendableEvent(use)),
  });
  return executionRow(columns);
}

const noEvent = {
  event_id: "",
  event_tenant_id: "",
  event_type: "",
  event_subject: "",
  event_actor: "",
  event_data: "",
  event_at: 0,
  document_start: "",
  document_end: "",
};

const callClaim = preparedText<{ clientId: string; claims: string }, { claimed_id: string; claimed_attempt: number }>(
  "execution_claims.call",
  (slot) => sql`select claimed_id, claimed_attempt from execution_claim(${slot.clientId}, ${slot.claims})`,
);

/**
 * On PostgreSQL: one call for the claims of one client, in their order.
 * @returns for each its row as written; null where the key is another's.
 * @throws RangeError for an event that no document can be made of.
 */
export async function callOnPostgres(
  queries: Queries,
  clientId: string,
  claims: readonly Claim[],
): Promise<(ExecutionRow | null)[]> {
  const given = claims.map(({ row, claim, use }) => ({
    row: executionColumns(row),
    // What is undefined is left out.
    key: claim === null ? undefined : keyColumns(claim, row.id),
    event: use === null ? undefined : appendableEvent(use),
  }));
  const rows = await callClaim.all(queries, { clientId, claims: storableJson(given) });
  const attempts = new Map(rows.map((row) => [row.claimed_id, row.claimed_attempt]));
  return given.map(({ row }) => {
    const attempt = attempts.get(row.id);
    return attempt === undefined ? null : executionRow({ ...row, attempt });
  });
}

function keyColumns(claim: KeyClaim, execution_id: string) {
  const {
    clientId: client_id,
    tenantId: tenant_id,
    key,
    fingerprint,
    ownerId: owner_id,
    createdAt: created_at,
  } = claim;
  return { client_id, tenant_id, key, state: "running", fingerprint, execution_id, owner_id, created_at };
}
