/** A claim as one statement: what migration 14 made for it on each engine. */
import { sql } from "kysely";
import type { AuditEvent } from "../audit/port.ts";
import type { ExecutionRow, NewExecution } from "../executions/port.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { appendableEvent } from "./audit.ts";
import { columnLists, listArguments, type ColumnLists } from "./column-lists.ts";
import type { Queries } from "./context.ts";
import { executionColumns, executionRow } from "./execution-rows.ts";
import { preparedText } from "./prepared-text.ts";
import { slotsFor } from "./prepared.ts";
import type { ExecutionsTable } from "./tables.ts";

/** One claim, as the store's port takes it. */
export type Claim = { row: NewExecution; claim: KeyClaim | null; use: AuditEvent | null };

type ClaimColumns = ExecutionsTable & typeof noEvent & { fingerprint: string; key_created_at: number };

/** What a claim brings beside its client. */
const claimColumns = [
  "id",
  "tenant_id",
  "connection_id",
  "provider",
  "action_id",
  "effect",
  "summary_input",
  "idempotency_key",
  "owner_id",
  "created_at",
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
] as const satisfies readonly (keyof ClaimColumns)[];

const insertColumns = ["client_id", ...claimColumns] as const;

const insertClaim = preparedText<Pick<ClaimColumns, (typeof insertColumns)[number]>, never>(
  "execution_claims.insert",
  (slot) => {
    const slots = slotsFor(slot, insertColumns);
    return sql`insert into execution_claims (${sql.join(insertColumns.map((name) => sql.ref(name)))})
      values (${sql.join(insertColumns.map((name) => slots[name]))})`;
  },
);

/**
 * On SQLite: one insert.
 * @throws SQLite's error of a constraint where the key was claimed before, and nothing is written then; RangeError for an
 *   event that no document can be made of.
 */
export async function insertOnSqlite(queries: Queries, claim: Claim): Promise<ExecutionRow> {
  const columns = columnsOf(claim);
  await insertClaim.changed(queries, columns);
  return executionRow(columns);
}

function columnsOf({ row, claim, use }: Claim): ClaimColumns {
  const { fingerprint = "", createdAt: key_created_at = 0 } = claim ?? {};
  return {
    ...executionColumns(row),
    fingerprint,
    key_created_at,
    ...(use === null ? noEvent : appendableEvent(use)),
  };
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

type ClaimLists = ColumnLists<(typeof claimColumns)[number]>;

const callClaim = preparedText<ClaimLists & { clientId: string }, { attempts: (string | null)[] }>(
  "execution_claims.call",
  (slot) => sql`select execution_claim(${slot.clientId}, ${listArguments(slot, claimColumns)}) as attempts`,
);

/**
 * On PostgreSQL: one call for the claims of one client, in their order.
 * @param claims no two of one key.
 * @returns for each its row as written; null where the key is another's.
 * @throws RangeError for an event that no document can be made of.
 */
export async function callOnPostgres(
  queries: Queries,
  clientId: string,
  claims: readonly Claim[],
): Promise<(ExecutionRow | null)[]> {
  const given = claims.map(columnsOf);
  const answer = await callClaim.first(queries, { clientId, ...columnLists(given, claimColumns) });
  return given.map((columns, index) => {
    const attempt = answer?.attempts[index] ?? null;
    return attempt === null ? null : executionRow({ ...columns, attempt: Number(attempt) });
  });
}
