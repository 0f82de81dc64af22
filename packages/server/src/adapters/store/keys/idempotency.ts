/** Idempotency keys of operations other than executions, and the retention of all keys. */
import { sql } from "kysely";
import type { IdempotencyStore, KeptResponse, KeyScope } from "../../../domain/idempotency/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { hasLivingOwner } from "../owners.ts";
import { isUpdated } from "../statements/rows.ts";
import { storableJson } from "../text.ts";
import { claimKey, findKey, keyRow } from "./keys.ts";

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
