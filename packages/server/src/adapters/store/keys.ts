/**
 * Idempotency keys: claimed and read, also within other transactions; kept responses; and the retention of all keys.
 */
import { sql } from "kysely";
import type { IdempotencyStore, KeyScope, KeyClaim, KeyRow } from "../../domain/idempotency/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { hasLivingOwner } from "./owners.ts";
import { isUpdated, firstRow, rowOf } from "./rows.ts";
import { storableJson } from "./text.ts";
import { StoreError } from "./errors.ts";
import { statement } from "./statements/statement.ts";
import type { IdempotencyKeysTable } from "./tables.ts";
import type { KeptResponse } from "../../domain/records/documents.ts";

/** @param context the database. */
export function createIdempotencyStore(context: StoreContext): IdempotencyStore {
  return {
    find: (scope) => context.read({ client: scope.clientId }, (queries) => findKey(queries, scope)),
    claim: (claim) =>
      context.write(
        { client: claim.clientId },
        async (queries) => {
          const row = await claimKey.first(queries, { ...claim, response: null, state: "running" });
          return row === undefined ? null : keyRow(row);
        },
        // If a crash of the machine loses it, the caller hasn't been answered yet.
        { durability: "async" },
      ),
    keep: (scope, ownerId, response) =>
      context.write({ client: scope.clientId }, async (queries) => {
        await keepResponse(queries, scope, ownerId, response);
      }),
    release: (scope, ownerId) =>
      context.write({ client: scope.clientId }, async (queries) => {
        await endRunning(queries, scope, ownerId, { state: "freed" });
      }),
    releaseOfDeadOwners: () =>
      context.write("system", async (queries) => {
        const result = await queries
          .updateTable("idempotency_keys")
          .set({ state: "freed" })
          // Inlined, not bound: SQLite uses a partial index only if the query repeats its condition word for word.
          .where(sql<boolean>`state = 'running' AND execution_id = ''`)
          .where((eb) => eb.not(hasLivingOwner("idempotency_keys.owner_id")))
          .executeTakeFirst();
        return Number(result.numUpdatedRows);
      }),
    prune: (limits) => context.write("system", (queries) => prune(context, queries, limits)),
  };
}

/** Keeps the response of a key that this owner is running, within another transaction. False if the owner isn't. */
export function keepResponse(
  queries: Queries,
  scope: KeyScope,
  ownerId: string,
  response: KeptResponse,
): Promise<boolean> {
  return endRunning(queries, scope, ownerId, { state: "done", response: storableJson(response) });
}

async function endRunning(
  queries: Queries,
  scope: KeyScope,
  ownerId: string,
  end: { state: "done"; response: string } | { state: "freed" },
): Promise<boolean> {
  const update = queries
    .updateTable("idempotency_keys")
    .set(end)
    .where("client_id", "=", scope.clientId)
    .where("tenant_id", "=", scope.tenantId)
    .where("key", "=", scope.key)
    .where("state", "=", "running")
    .where("owner_id", "=", ownerId);
  return await isUpdated(update);
}

type PruneLimits = Parameters<IdempotencyStore["prune"]>[0];

/**
 * On PostgreSQL it skips locked keys, so that two servers that prune concurrently share the work and don't wait for
 * each other.
 */
async function prune(context: StoreContext, queries: Queries, limits: PruneLimits): Promise<number> {
  const free = context.locksRows ? sql` for update skip locked` : sql``;
  const dropped = await sql`
    with gone as (select client_id, tenant_id, key from idempotency_keys
      where created_at < ${limits.tombstonesBefore} and state = 'expired'
      order by created_at limit ${limits.limit}${free})
    delete from idempotency_keys where (client_id, tenant_id, key) in (select client_id, tenant_id, key from gone)`.execute(
    queries,
  );
  const expired = await sql`
    with gone as (select k.client_id, k.tenant_id, k.key from idempotency_keys k
      where k.created_at < ${limits.responsesBefore} and k.state in ('done', 'freed', 'proposed')
      and not exists (select 1 from executions e where e.id = k.execution_id and e.status = 'outcome_unknown')
      order by k.created_at limit ${limits.limit - Number(dropped.numAffectedRows ?? 0n)}${free})
    update idempotency_keys set state = 'expired', response = null
    where (client_id, tenant_id, key) in (select client_id, tenant_id, key from gone)`.execute(queries);
  return Number(dropped.numAffectedRows ?? 0n) + Number(expired.numAffectedRows ?? 0n);
}

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
