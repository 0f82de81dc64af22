/** Claiming an idempotency key and ending it, for every part of the store that does so in a transaction of its own. */
import { sql } from "kysely";
import type { KeyClaim, KeyRow, KeyScope, KeptAnswer } from "../../idempotency/port.ts";
import type { Queries } from "../context.ts";
import { StoreError } from "../errors.ts";
import type { IdempotencyKeysTable } from "../tables.ts";
import { storableJson } from "../text.ts";
import { keyRow } from "./key-rows.ts";

/** What a claimed key starts as: running, or done at once where the same transaction does the work. */
export type KeyStart = { executionId: string; answer: KeptAnswer | null; state: "running" | "done" };

/**
 * Claims a key in one statement: a new row, or one that is `freed` with the same fingerprint, whose attempt is then one
 * more. Of callers at the same moment one wins; the engine makes the others wait for its commit.
 * @returns the row as written; undefined where another caller has the key.
 */
export async function claimKey(
  queries: Queries,
  claim: KeyClaim,
  start: KeyStart,
): Promise<IdempotencyKeysTable | undefined> {
  return await queries
    .insertInto("idempotency_keys")
    .values({
      client_id: claim.clientId,
      tenant_id: claim.tenantId,
      key: claim.key,
      state: start.state,
      fingerprint: claim.fingerprint,
      execution_id: start.executionId,
      answer: start.answer === null ? null : storableJson(start.answer),
      attempt: 1,
      owner_id: claim.ownerId,
      created_at: claim.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "tenant_id", "key"])
        .doUpdateSet((eb) => ({
          state: eb.ref("excluded.state"),
          execution_id: eb.ref("excluded.execution_id"),
          answer: eb.ref("excluded.answer"),
          attempt: eb("idempotency_keys.attempt", "+", 1),
          owner_id: eb.ref("excluded.owner_id"),
          created_at: eb.ref("excluded.created_at"),
        }))
        .where("idempotency_keys.state", "=", "freed")
        .whereRef("idempotency_keys.fingerprint", "=", sql.ref("excluded.fingerprint")),
    )
    .returningAll()
    .executeTakeFirst();
}

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
