/** A claim as one statement: what the schema has for it on each engine. */
import { sql } from "kysely";
import type { ExecutionRow } from "../../executions/port.ts";
import type { Queries } from "../context.ts";
import { columnLists, listArguments, type ColumnLists } from "../postgres/column-lists.ts";
import { preparedText } from "../statements/prepared-text.ts";
import { slotsFor } from "../statements/prepared.ts";
import { claimAlone } from "./claim-alone.ts";
import { claimColumnsOf, claimedRow, type Claim, type ClaimColumns } from "./claim-columns.ts";

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
  "recalled_version",
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
 * @throws SQLite's error of a constraint where the key was claimed before or the cached version is stale, and nothing is
 *   written then; RangeError for an event that no document can be made of.
 */
export async function insertOnSqlite(queries: Queries, claim: Claim): Promise<ExecutionRow> {
  const columns = claimColumnsOf(claim);
  await insertClaim.changed(queries, columns);
  return claimedRow(claim, columns, 1);
}

type ClaimLists = ColumnLists<(typeof claimColumns)[number]>;

const callClaim = preparedText<ClaimLists & { clientId: string }, { attempts: (string | null)[] }>(
  "execution_claims.call",
  (slot) => sql`select execution_claim(${slot.clientId}, ${listArguments(slot, claimColumns)}) as attempts`,
);

/**
 * On PostgreSQL: one statement for the claims of one client, in their order.
 * @param claims no two of one key.
 * @returns for each its row as written; null where the key is another's or the cached version is stale.
 * @throws RangeError for an event that no document can be made of.
 */
export async function callOnPostgres(
  queries: Queries,
  clientId: string,
  claims: readonly Claim[],
): Promise<(ExecutionRow | null)[]> {
  const given = claims.map((claim) => ({ claim, columns: claimColumnsOf(claim) }));
  const [first, ...others] = given;
  const alone = others.length === 0 ? first : undefined;
  if (alone !== undefined && alone.columns.event_id !== "") {
    const { claim, columns } = alone;
    const written = await (columns.fingerprint === "" ? claimAlone.unkeyed : claimAlone.keyed).first(queries, columns);
    if (written !== undefined) return [claimedRow(claim, columns, written.attempt)];
    if (columns.recalled_version !== 0) return [null];
    // The function finds the same, but where there is no chain yet.
  }
  const listed = given.map(({ columns }) => columns);
  const answer = await callClaim.first(queries, { clientId, ...columnLists(listed, claimColumns) });
  return given.map(({ claim, columns }, index) => {
    const attempt = answer?.attempts[index] ?? null;
    return attempt === null ? null : claimedRow(claim, columns, Number(attempt));
  });
}
