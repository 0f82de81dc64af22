/** Claiming an idempotency key and ending it, for every part of the store that does so in a transaction of its own. */
import type { KeyClaim, KeyRow, KeyScope } from "../../../domain/idempotency/port.ts";
import type { Queries } from "../context.ts";
import { StoreError } from "../errors.ts";
import { statement } from "../statements/statement.ts";
import type { IdempotencyKeysTable } from "../tables.ts";
import { keyRow } from "./key-rows.ts";

/** The end of an insert into `idempotency_keys as k`: a key that was released may be taken again by the same request. */
export const takeReleasedKey = `on conflict (client_id, tenant_id, key) do update set state = excluded.state,
  execution_id = excluded.execution_id, answer = excluded.answer, attempt = k.attempt + 1, owner_id = excluded.owner_id,
  created_at = excluded.created_at
  where k.state = 'freed' and k.fingerprint = excluded.fingerprint`;

/** Inserts a key of an operation that is no execution. A condition may follow. */
export const insertKey = `insert into idempotency_keys as k
  (client_id, tenant_id, key, state, fingerprint, execution_id, answer, attempt, owner_id, created_at)`;

/**
 * Claims the key of an operation that is no execution: a new one, or one that is `freed` and has the same fingerprint, whose
 * attempt is then incremented. Of concurrent callers one wins; the engine makes the others wait for its commit. No row comes
 * back if another caller has the key.
 */
export const claimKey = statement<KeyValues, IdempotencyKeysTable>(
  "keys.claim",
  `${insertKey}
   values (:clientId, :tenantId, :key, :state, :fingerprint, '', :answer, 1, :ownerId, :createdAt)
   ${takeReleasedKey}
   returning *`,
);

/** What {@link claimKey} writes. `answer` is JSON. */
export type KeyValues = KeyClaim & { state: "running" | "done"; answer: string | null };

/** The key's row; null where it was never claimed. */
export async function findKey(queries: Queries, scope: KeyScope): Promise<KeyRow | null> {
  const row = await queries
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("client_id", "=", scope.clientId)
    .where("tenant_id", "=", scope.tenantId)
    .where("key", "=", scope.key)
    .executeTakeFirst();
  return row === undefined ? null : keyRow(row);
}

/** The row of the caller that was first. @throws StoreError when it has vanished, which only a prune of old keys could do. */
export async function keyHolder(queries: Queries, scope: KeyScope): Promise<KeyRow> {
  const row = await findKey(queries, scope);
  if (row === null) throw new StoreError("KEY_VANISHED", false);
  return row;
}
