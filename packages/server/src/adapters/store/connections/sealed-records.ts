/** All sealed credentials, live and pending, for the vault's maintenance. */
import { sql } from "kysely";
import type { ConnectionRow } from "../../../domain/connections/port.ts";
import { inputContext } from "../../../domain/proposals/input-context.ts";
import type { CredentialContext, SealedRecord, VaultStore } from "../../../domain/vault/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { parsedJson } from "../text.ts";
import { proposalRow } from "../proposals/rows.ts";
import { isUpdated } from "../statements/rows.ts";

/** @param context the database. */
export function createSealedRecordRows(
  context: StoreContext,
): Pick<VaultStore, "listSealedRecords" | "replaceSealedRecord" | "countSealedRecords" | "countRecordsBeginning"> {
  return {
    async listSealedRecords(tenantId, afterId, limit) {
      // All kinds sort together: the prefixes of their ids differ.
      const live = await context.read("system", (queries) => liveRecords(queries, tenantId, afterId, limit));
      const pending = await context.read("system", (queries) => pendingRecords(queries, tenantId, afterId, limit));
      const proposed = await context.read("system", (queries) => proposedRecords(queries, tenantId, afterId, limit));
      return [...live, ...pending, ...proposed].sort((left, right) => (left.id < right.id ? -1 : 1)).slice(0, limit);
    },
    replaceSealedRecord: (old, next) =>
      context.write("system", (queries) => replacers[old.context.purpose](queries, old, next)),
    countSealedRecords: () =>
      context.read("system", async (queries) => {
        const { rows } = await sql<{ rootKeyId: string; count: number }>`
          select tenant_keys.root_key_id as "rootKeyId", count(*) as count
          from (
            select connections.tenant_id from credentials
            join connections on connections.id = credentials.connection_id
            union all
            select connect_sessions.tenant_id from pending_completions
            join connect_sessions on connect_sessions.id = pending_completions.session_id
            union all
            select tenant_id from proposals where sealed is not null
          ) as sealed
          join tenant_keys on tenant_keys.tenant_id = sealed.tenant_id
          group by tenant_keys.root_key_id order by tenant_keys.root_key_id`.execute(queries);
        return rows.map(({ rootKeyId, count }) => ({ rootKeyId, count }));
      }),
    countRecordsBeginning: (header) =>
      context.read("system", async (queries) => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count
          from (select record from credentials union all select record from pending_completions
            union all select sealed as record from proposals where sealed is not null) as sealed
          where substr(record, 1, ${sql.lit(header.length)}) = ${header}`.execute(queries);
        return rows[0]?.count ?? 0;
      }),
  };
}

async function liveRecords(
  queries: Queries,
  tenantId: string,
  afterId: string,
  limit: number,
): Promise<SealedRecord[]> {
  const rows = await queries
    .selectFrom("credentials")
    .innerJoin("connections", "connections.id", "credentials.connection_id")
    .select(["connections.id", "connections.client_id", "connections.credential_version", "connections.provider"])
    .select(["connections.listed_origin", "connections.granted_actions", "credentials.record"])
    .where("connections.tenant_id", "=", tenantId)
    .where("connections.id", ">", afterId)
    .orderBy("connections.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, client_id: clientId, credential_version: version, provider, record, ...row }) => {
    const grantedActions = parsedJson<string[]>(row.granted_actions);
    const { listed_origin: listedOrigin } = row;
    const binding = { clientId, tenantId, connectionId: id, version, provider, listedOrigin, grantedActions };
    return { id, context: { ...binding, purpose: "credential" }, record };
  });
}

async function pendingRecords(
  queries: Queries,
  tenantId: string,
  afterId: string,
  limit: number,
): Promise<SealedRecord[]> {
  const rows = await queries
    .selectFrom("pending_completions")
    .innerJoin("connect_sessions", "connect_sessions.id", "pending_completions.session_id")
    .select(["connect_sessions.id", "pending_completions.connection", "pending_completions.record"])
    .where("connect_sessions.tenant_id", "=", tenantId)
    .where("connect_sessions.id", ">", afterId)
    .orderBy("connect_sessions.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, connection, record }) => {
    const { id: connectionId, credentialVersion: version, ...row } = parsedJson<ConnectionRow>(connection);
    const { clientId, provider, listedOrigin, grantedActions } = row;
    const binding = { clientId, tenantId, connectionId, version, provider, listedOrigin, grantedActions };
    return { id, context: { ...binding, purpose: "pending-credential" }, record };
  });
}

/** Replaces the record only if its bytes and its version match, so a newer one is never overwritten. */
async function replaceLive(queries: Queries, { id, context, record }: SealedRecord, next: Uint8Array) {
  return await isUpdated(
    queries
      .updateTable("credentials")
      .set({ record: next })
      .where("connection_id", "=", id)
      .where("record", "=", record)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("connections")
            .select("connections.id")
            .where("connections.id", "=", id)
            .where("connections.credential_version", "=", context.version),
        ),
      ),
  );
}

/** The sealed inputs of waiting proposals. */
async function proposedRecords(
  queries: Queries,
  tenantId: string,
  afterId: string,
  limit: number,
): Promise<SealedRecord[]> {
  const rows = await queries
    .selectFrom("proposals")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("sealed", "is not", null)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(proposalRow).flatMap((row) => {
    const { id, sealed: record } = row;
    return record === null ? [] : [{ id, context: inputContext(row), record }];
  });
}

async function replaceProposed(queries: Queries, { id, record }: SealedRecord, next: Uint8Array) {
  return await isUpdated(
    queries.updateTable("proposals").set({ sealed: next }).where("id", "=", id).where("sealed", "=", record),
  );
}

async function replacePending(queries: Queries, { id, record }: SealedRecord, next: Uint8Array) {
  return await isUpdated(
    queries
      .updateTable("pending_completions")
      .set({ record: next })
      .where("session_id", "=", id)
      .where("record", "=", record),
  );
}

const replacers: Readonly<
  Record<CredentialContext["purpose"], (queries: Queries, old: SealedRecord, next: Uint8Array) => Promise<boolean>>
> = { credential: replaceLive, "pending-credential": replacePending, proposal: replaceProposed };
