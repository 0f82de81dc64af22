/** All sealed credentials, live and pending, for the vault's maintenance. */
import type { ConnectionRow } from "../../../domain/connections/port.ts";
import { vaultContext } from "../../../domain/connections/sealed-credential.ts";
import { inputContext } from "../../../domain/proposals/sealed-input.ts";
import type { CredentialContext, SealedRecord, VaultStore } from "../../../domain/vault/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { parsedJson } from "../text.ts";
import { proposalRow } from "../proposals/rows.ts";
import { isUpdated } from "../rows.ts";
import { statement } from "../statements/statement.ts";

/** @param context the database. */
export function createSealedRecordRows(
  context: StoreContext,
): Pick<VaultStore, "listSealedRecords" | "replaceSealedRecord" | "countSealedRecords"> {
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
    async countSealedRecords(onCounted) {
      const counts = new Map<string, number>();
      await eachBatch(context, onCounted, async (queries, after) => {
        for (const { root_key_id: id, count } of await batchByRootKey.all(queries, { after, rows: batchRows }))
          if (id !== null) counts.set(id, (counts.get(id) ?? 0) + count);
      });
      const others = await context.read("system", (queries) => othersByRootKey.all(queries, {}));
      for (const { root_key_id: id, count } of others) counts.set(id, (counts.get(id) ?? 0) + count);
      return [...counts]
        .map(([rootKeyId, count]) => ({ rootKeyId, count }))
        .sort((left, right) => (left.rootKeyId < right.rootKeyId ? -1 : 1));
    },
  };
}

const batchRows = 2000;

/** Runs work for each batch of credentials, along their primary key. @param work gets the id before the batch. */
async function eachBatch(
  context: StoreContext,
  onCounted: (records: number) => void,
  work: (queries: Queries, after: string) => Promise<void>,
): Promise<void> {
  for (let after = "", counted = 0; ;) {
    const last = await context.read("system", async (queries) => {
      await work(queries, after);
      return await lastOfBatch.first(queries, { after, skipped: batchRows - 1 });
    });
    if (last === undefined) return;
    after = last.connection_id;
    onCounted((counted += batchRows));
  }
}

type Batch = { after: string; rows: number };
const once = { isPlannedOnce: true };
const waitsFor = "status IN ('pending', 'approved') and sealed is not null";

const lastOfBatch = statement<{ after: string; skipped: number }, { connection_id: string }>(
  "credentials.last_of_batch",
  "select connection_id from credentials where connection_id > :after order by connection_id limit 1 offset :skipped",
  once,
);
const batchByRootKey = statement<Batch, { root_key_id: string | null; count: number }>(
  "credentials.batch_by_root_key",
  `select (select k.root_key_id from connections as c join tenant_keys as k on k.tenant_id = c.tenant_id
       where c.id = batch.connection_id) as root_key_id, count(*) as count
     from (select connection_id from credentials where connection_id > :after order by connection_id limit :rows) as batch
     group by 1`,
);
/** The records that wait for a person: there are few. */
const othersByRootKey = statement<object, { root_key_id: string; count: number }>(
  "tenant_keys.others_by_root_key",
  `select k.root_key_id, count(*) as count from (
     select s.tenant_id from pending_completions as p join connect_sessions as s on s.id = p.session_id
     union all select tenant_id from proposals where ${waitsFor}) as sealed
   join tenant_keys as k on k.tenant_id = sealed.tenant_id group by k.root_key_id`,
);

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
  return rows.map(({ id, provider, record, ...row }) => {
    const { client_id: clientId, credential_version: credentialVersion, listed_origin: listedOrigin } = row;
    const grantedActions = parsedJson<string[]>(row.granted_actions);
    const bound = { id, clientId, tenantId, provider, listedOrigin, grantedActions, credentialVersion };
    return { id, context: vaultContext(bound), record };
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
    const bound = { ...parsedJson<ConnectionRow>(connection), tenantId };
    return { id, context: vaultContext(bound, "pending-credential"), record };
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
