/**
 * Leases of credential refreshes. Every write checks holder and fence, so a process whose lease has expired changes
 * nothing. Locks are taken in a fixed order: the lease, then the connection.
 */
import { sql } from "kysely";
import type { CredentialRefreshStore, RefreshLease, RefreshTaken } from "../../../domain/connections/port.ts";
import { Abandoned } from "../context.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { connectionEntry, connectionEntryColumns, connectionRecord } from "../journal/entries.ts";
import { leaseHasEnded } from "../owners.ts";
import { storableJson } from "../text.ts";
import { isPresentVersion, connectionRow } from "./rows.ts";
import { isUpdated } from "../rows.ts";

const repeatable = { repeatable: true } as const;

/** @param context the database. */
export function createCredentialRefreshStore(context: StoreContext): CredentialRefreshStore {
  return {
    take: (place, version, holder, leaseMs) =>
      context.write(
        { client: place.clientId },
        (queries) => take(context, queries, { ...place, version, holder, leaseMs }),
        repeatable,
      ),
    recordRequest: (lease, version, at, leaseMs) =>
      context.write(
        { subject: lease.connectionId },
        (queries) =>
          isUpdated(
            held(queries, lease).set({
              credential_version: version,
              asked_at: at,
              lease_until: leaseEnd(context, leaseMs),
            }),
          ),
        repeatable,
      ),
    store: (lease, version, refreshed) =>
      context.write(
        { subject: lease.connectionId },
        (queries) => storeRefreshed(context, queries, { lease, version, refreshed }),
        repeatable,
      ),
    markNeedsReconnect: (lease, version, at) =>
      context.write(
        { subject: lease.connectionId },
        (queries) => markNeedsReconnect(context, queries, lease, version, at),
        repeatable,
      ),
    isSuperseded: (connectionId, version) =>
      context.read({ subject: connectionId }, async (queries) => {
        const present = await queries
          .selectFrom("connections")
          .select("id")
          .where(isPresentVersion(context, connectionId, version))
          .executeTakeFirst();
        return present === undefined;
      }),
    release: (lease, isAnswered) =>
      context.write(
        { subject: lease.connectionId },
        async (queries) => {
          const end = { lease_until: 0 };
          await held(queries, lease)
            .set(isAnswered ? { ...end, asked_at: 0 } : end)
            .execute();
        },
        repeatable,
      ),
  };
}

function leaseEnd(context: StoreContext, leaseMs: number) {
  return sql<number>`${context.leaseClock()} + cast(${leaseMs} as bigint)`;
}

function held(queries: Queries, { connectionId, holder, fence }: RefreshLease) {
  return queries
    .updateTable("credential_refreshes")
    .where("connection_id", "=", connectionId)
    .where("owner_id", "=", holder)
    .where("fence", "=", fence);
}

type Taking = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  version: number;
  holder: string;
  leaseMs: number;
};

/**
 * Takes the lease before it reads the connection. An earlier holder releases its lease in its last write, so everything
 * that holder wrote is visible.
 */
async function take(context: StoreContext, queries: Queries, taking: Taking): Promise<RefreshTaken | null> {
  const { connectionId, holder, version } = taking;
  const lease = await takeLease(context, queries, taking);
  const row = await queries
    .selectFrom("connections")
    .selectAll("connections")
    .leftJoin("credentials", "credentials.connection_id", "connections.id")
    .select("credentials.record")
    .where("connections.id", "=", connectionId)
    .where("connections.client_id", "=", taking.clientId)
    .where("connections.tenant_id", "=", taking.tenantId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const isTaken = lease?.owner_id === holder;
  return {
    connection: connectionRow(row),
    record: row.record,
    fence: isTaken ? lease.fence : null,
    wasRequested: isTaken && lease.credential_version === version && lease.asked_at > 0,
  };
}

type LeaseRow = { owner_id: string; fence: number; credential_version: number; asked_at: number };

/**
 * @returns the row afterwards. If the lease was taken, by this run or by one whose response was lost, its owner is the
 * holder.
 */
async function takeLease(
  context: StoreContext,
  queries: Queries,
  { clientId, tenantId, connectionId, version, holder, leaseMs }: Taking,
): Promise<LeaseRow | undefined> {
  await sql`
    insert into credential_refreshes (connection_id, owner_id, fence, lease_until, credential_version, asked_at)
    select id, cast(${holder} as text), 1, ${leaseEnd(context, leaseMs)}, credential_version, 0
    from connections
    where id = ${connectionId} and client_id = ${clientId} and tenant_id = ${tenantId}
    and credential_version = ${version} and status <> 'disconnected'
    on conflict (connection_id) do update set
      owner_id = excluded.owner_id,
      fence = credential_refreshes.fence + 1,
      lease_until = excluded.lease_until,
      asked_at = case
        when credential_refreshes.credential_version = excluded.credential_version then credential_refreshes.asked_at
        else 0 end,
      credential_version = excluded.credential_version
    where ${leaseHasEnded(context, "credential_refreshes.lease_until")}`.execute(queries);
  return await queries
    .selectFrom("credential_refreshes")
    .select(["owner_id", "fence", "credential_version", "asked_at"])
    .where("connection_id", "=", connectionId)
    .executeTakeFirst();
}

type Refreshed = {
  lease: RefreshLease;
  version: number;
  refreshed: Parameters<CredentialRefreshStore["store"]>[2];
};

async function storeRefreshed(
  context: StoreContext,
  queries: Queries,
  { lease, version, refreshed }: Refreshed,
): Promise<boolean> {
  const { record: sealed, grantedScopes, at } = refreshed;
  // The lease keeps the version that it wrote, so that a run after a lost response recognizes its own work.
  const next = version + 1;
  const ended = await held(queries, lease)
    .where("credential_version", "=", version)
    .set({ credential_version: next, asked_at: 0, lease_until: 0 })
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return await isStored(queries, lease, next);
  const changed = await queries
    .updateTable("connections")
    .set({ credential_version: next, granted_scopes: storableJson(grantedScopes), updated_at: at })
    .where("id", "=", lease.connectionId)
    .where("credential_version", "=", version)
    .where("status", "<>", "disconnected")
    .returning(connectionEntryColumns)
    .executeTakeFirst();
  if (changed === undefined) throw new Abandoned(false);
  const kept = await queries
    .updateTable("credentials")
    .set({ record: sealed })
    .where("connection_id", "=", lease.connectionId)
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) throw new Abandoned(false);
  await append(context, queries, [connectionRecord("credential.refreshed", changed, "system", { version: next })]);
  return true;
}

async function isStored(queries: Queries, { connectionId, holder, fence }: RefreshLease, version: number) {
  const row = await queries
    .selectFrom("credential_refreshes")
    .select("connection_id")
    .where("connection_id", "=", connectionId)
    .where("owner_id", "=", holder)
    .where("fence", "=", fence)
    .where("credential_version", "=", version)
    .executeTakeFirst();
  return row !== undefined;
}

async function markNeedsReconnect(
  context: StoreContext,
  queries: Queries,
  lease: RefreshLease,
  version: number,
  at: number,
): Promise<boolean> {
  const ended = await held(queries, lease).set({ asked_at: 0, lease_until: 0 }).executeTakeFirst();
  if (ended.numUpdatedRows === 0n) return false;
  const isPresent = queries
    .updateTable("connections")
    .where("id", "=", lease.connectionId)
    .where("credential_version", "=", version);
  const changed = await isPresent
    .where("status", "=", "active")
    .set({ status: "needs_reconnect", updated_at: at })
    .returning(connectionEntryColumns)
    .executeTakeFirst();
  if (changed !== undefined) {
    const data = { code: "invalid_grant" };
    await append(context, queries, [connectionEntry("connection.needs_reconnect", changed, "system", data)]);
    return true;
  }
  const row = await queries
    .selectFrom("connections")
    .select("id")
    .where("id", "=", lease.connectionId)
    .where("credential_version", "=", version)
    .where("status", "=", "needs_reconnect")
    .executeTakeFirst();
  return row !== undefined;
}
