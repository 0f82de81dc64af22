/** Claims and reads idempotency keys, for every part of the store that does so in its own transaction. */
import type { KeyClaim, KeyRow, KeyScope } from "../../../domain/idempotency/port.ts";
import type { Queries } from "../context.ts";
import { StoreError } from "../errors.ts";
import { statement } from "../statements/statement.ts";
import type { IdempotencyKeysTable } from "../tables.ts";
import { rowOf } from "../rows.ts";
import { firstRow } from "../statements/rows.ts";

export const keyRow = rowOf("idempotency_keys");

/** The end of an insert into `idempotency_keys as k`: the same request may take a released key again. */
export const takeReleasedKey = `on conflict (client_id, tenant_id, key) do update set state = excluded.state,
  execution_id = excluded.execution_id, response = excluded.response, attempt = k.attempt + 1, owner_id = excluded.owner_id,
  created_at = excluded.created_at
  where k.state = 'freed' and k.fingerprint = excluded.fingerprint`;

/** Inserts the key of an operation other than an execution. A `where` may follow. */
export const insertKey = `insert into idempotency_keys as k
  (client_id, tenant_id, key, state, fingerprint, execution_id, response, attempt, owner_id, created_at)`;

/**
 * Claims the key of an operation other than an execution: a new key, or a `freed` one with the same fingerprint, whose
 * attempt is incremented. Of concurrent callers one wins, and the others wait for its commit. No row is returned if
 * another caller has the key.
 */
export const claimKey = statement<KeyValues, IdempotencyKeysTable>(
  "keys.claim",
  `${insertKey}
   values (:clientId, :tenantId, :key, :state, :fingerprint, '', :response, 1, :ownerId, :createdAt)
   ${takeReleasedKey}
   returning *`,
);

/** What {@link claimKey} writes. `response` is JSON. */
export type KeyValues = KeyClaim & { state: "running" | "done"; response: string | null };

/** The key's row; null if it was never claimed. */
export async function findKey(queries: Queries, scope: KeyScope): Promise<KeyRow | null> {
  return await firstRow(
    queries
      .selectFrom("idempotency_keys")
      .selectAll()
      .where("client_id", "=", scope.clientId)
      .where("tenant_id", "=", scope.tenantId)
      .where("key", "=", scope.key),
    keyRow,
  );
}

/**
 * The row of the caller that claimed the key. @throws StoreError if it has vanished, which only pruning old keys could
 * cause.
 */
export async function keyHolder(queries: Queries, scope: KeyScope): Promise<KeyRow> {
  const row = await findKey(queries, scope);
  if (row === null) throw new StoreError("KEY_VANISHED", false);
  return row;
}
