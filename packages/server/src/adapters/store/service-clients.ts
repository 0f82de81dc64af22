/** Service clients and their keys. */
import type { Actor } from "../../domain/journal/port.ts";
import { genesisHash } from "../../domain/journal/chain.ts";
import { rightsData } from "../../domain/service-clients/key-operations.ts";
import { clientVersion, keyVersion } from "../../domain/service-clients/versions.ts";
import { isExpected, stale } from "../../domain/versions/version.ts";
import type {
  LogoImage,
  ServiceClientRow,
  ServiceClientStore,
  ServiceKeyRow,
} from "../../domain/service-clients/port.ts";
import {
  serviceClientRow,
  serviceKeyRow,
  insertKey,
  keysInOrder,
  findByKeyId,
  rotateKey,
  recordChange,
} from "./service-keys.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";
import { columnsOf, firstRow } from "./rows.ts";
import type { ServiceClientsTable, ServiceKeysTable } from "./tables.ts";
import { Abandoned, type Queries, type StoreContext } from "./context.ts";
import { lockHead } from "./journal/append.ts";
import { statement } from "./statements/statement.ts";

/** @param context the database. */
export function createServiceClientStore(context: StoreContext): ServiceClientStore {
  return {
    create: ({ logo, ...fields }, key, by, image = null, isOnlyOne = false) =>
      context.write(isOnlyOne ? "system" : { client: fields.id }, async (queries) => {
        if (isOnlyOne && (await isNamed(queries, fields.name))) return stale;
        await queries
          .insertInto("service_clients")
          .values(sealed(context, "service_clients", { ...columnsOf("service_clients", fields), ...logoColumns(logo) }))
          .execute();
        if (image !== null) await replaceLogo(queries, fields.id, image);
        await beginJournal.changed(queries, { clientId: fields.id, genesisHash });
        await insertKey(context, queries, key);
        await recordChange(context, queries, {
          type: "service_client.created",
          clientId: fields.id,
          by,
          data: { keyId: key.id },
        });
        return "created";
      }),
    find: (clientId) => context.read({ client: clientId }, (queries) => find(context, queries, clientId)),
    findByIdOrName: (idOrName, options) =>
      context.read("system", (queries) => findByIdOrName(context, queries, idOrName, options?.altered ?? false)),
    list: () => context.read("system", list),
    findByKeyId: (keyId) => context.read("system", (queries) => findByKeyId(context, queries, keyId)),
    findLogo: (id) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("client_logos").selectAll().where("id", "=", id).limit(1), (row) => ({
          id,
          mediaType: row.media_type,
          bytes: row.bytes,
        })),
      ),
    update: (clientId, { logo, ...fields }, by, image, expectedVersion) =>
      context.write({ client: clientId }, async (queries) => {
        const columns = { ...columnsOf("service_clients", fields), ...(logo === undefined ? {} : logoColumns(logo)) };
        const [updated] = await changeSealed(context, queries, "service_clients", [clientId], (row) => {
          if (!isExpected(expectedVersion, () => clientVersion(serviceClientRow(row)))) throw new Abandoned(stale);
          return columns;
        });
        if (updated === undefined) return null;
        if (image !== undefined) await replaceLogo(queries, clientId, image);
        const changed = Object.keys({ ...fields, ...(logo === undefined ? {} : { logo }) });
        await recordChange(context, queries, {
          type: "service_client.updated",
          clientId,
          by,
          data: { fields: changed.join(",") },
        });
        return serviceClientRow(updated);
      }),
    addKey: (key, by, isOnlyOne = false) =>
      context.write({ client: key.clientId }, async (queries) => {
        const { clientId, id: keyId } = key;
        if (isOnlyOne && (await hasKeyNamed(context, queries, key))) return stale;
        await insertKey(context, queries, key);
        await recordChange(context, queries, { type: "service_client.key_added", clientId, by, data: { keyId } });
        return "added";
      }),
    keys: (clientId, options) =>
      context.read({ client: clientId }, async (queries) => {
        const rows = await keysInOrder(queries).where("client_id", "=", clientId).execute();
        const isListed = (row: ServiceKeysTable): boolean =>
          options?.altered === true || genuine(context, "service_keys", row) !== null;
        return rows.filter(isListed).map(serviceKeyRow);
      }),
    updateKey: (keyId, change, by, expectedVersion) =>
      context.write("system", async (queries) => {
        const [changed] = await changeSealed(context, queries, "service_keys", [keyId], (row) => {
          if (!isExpected(expectedVersion, () => keyVersion(serviceKeyRow(row)))) throw new Abandoned(stale);
          return columnsOf("service_keys", change);
        });
        if (changed === undefined) return false;
        const data = { keyId, ...rightsData(change) };
        await recordChange(context, queries, {
          type: "service_client.key_updated",
          clientId: changed.client_id,
          by,
          data,
        });
        return true;
      }),
    missingTenants: (clientId, ids) =>
      context.read({ client: clientId }, async (queries) => {
        const found = await queries
          .selectFrom("tenants")
          .select("id")
          .where("client_id", "=", clientId)
          .where("deleted_at", "is", null)
          .where("id", "in", ids)
          .execute();
        const known = new Set(found.map(({ id }) => id));
        return ids.filter((id) => !known.has(id));
      }),
    rotateKey: (newKey, old, by) =>
      context.write({ client: newKey.clientId }, (queries) => rotateKey(context, queries, { newKey, old, by })),
    revokeKey: (keyId, at, by, expectedVersion) =>
      context.write("system", async (queries) => {
        const row = await keysInOrder(queries)
          .where("id", "=", keyId)
          .$if(context.locksRows, locked)
          .executeTakeFirst();
        const isStale = row !== undefined && !isExpected(expectedVersion, () => keyVersion(serviceKeyRow(row)));
        if (isStale) return stale;
        const revoked = await queries
          .updateTable("service_keys")
          .set({ revoked_at: at, seal: "" })
          .where("id", "=", keyId)
          .where("revoked_at", "is", null)
          .returning("client_id")
          .executeTakeFirst();
        if (revoked === undefined) return false;
        const clientId = revoked.client_id;
        await recordChange(context, queries, { type: "service_client.key_revoked", clientId, by, data: { keyId } });
        return true;
      }),
    revoke: (clientId, at, by, expectedVersion) =>
      context.write({ client: clientId }, async (queries) => {
        const row = await rowsOf(queries, clientId).$if(context.locksRows, locked).executeTakeFirst();
        const isStale = row !== undefined && !isExpected(expectedVersion, () => clientVersion(serviceClientRow(row)));
        return isStale ? stale : await revoke(context, queries, { clientId, at, by });
      }),
  };
}

/**
 * Whether an active client has this name. Others that ask wait for this transaction: the head of the deployment's journal
 * is locked.
 */
async function isNamed(queries: Queries, name: string): Promise<boolean> {
  await lockHead.first(queries, { clientId: "" });
  const named = await queries
    .selectFrom("service_clients")
    .select("id")
    .where("name", "=", name)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return named !== undefined;
}

/** Whether a key of this name works when the given one is created. Others that ask wait for this transaction. */
async function hasKeyNamed(context: StoreContext, queries: Queries, key: ServiceKeyRow): Promise<boolean> {
  const { clientId, name, createdAt } = key;
  if (context.locksRows) await rowsOf(queries, clientId).forNoKeyUpdate().executeTakeFirst();
  const same = await keysInOrder(queries)
    .where("client_id", "=", clientId)
    .where("name", "=", name)
    .where("revoked_at", "is", null)
    .execute();
  return same.some(({ expires_at: at }) => at === null || at > createdAt);
}

/** A client's journal exists from the start, so that there is always a head to lock. */
const beginJournal = statement<{ clientId: string; genesisHash: string }>(
  "journal.begin",
  `insert into journal_heads
     (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature, public_seq, pruned_seq)
   values (:clientId, 0, :genesisHash, 0, :genesisHash, 0, '', 0, 0)`,
);

function logoColumns(logo: ServiceClientRow["logo"]): Pick<ServiceClientsTable, "logo_url" | "logo_id"> {
  return { logo_url: logo?.url ?? "", logo_id: logo?.id ?? "" };
}

async function replaceLogo(queries: Queries, clientId: string, image: LogoImage | null): Promise<void> {
  await queries.deleteFrom("client_logos").where("client_id", "=", clientId).execute();
  if (image === null) return;
  const { id, mediaType, bytes } = image;
  await queries.insertInto("client_logos").values({ client_id: clientId, id, media_type: mediaType, bytes }).execute();
}

function rowsOf(queries: Queries, clientId: string) {
  return queries.selectFrom("service_clients").selectAll().where("id", "=", clientId);
}

/** Locks the rows of a query until the commit. */
function locked<Query extends { forUpdate(): Query }>(query: Query): Query {
  return query.forUpdate();
}

async function find(context: StoreContext, queries: Queries, clientId: string): Promise<ServiceClientRow | null> {
  const row = await rowsOf(queries, clientId).executeTakeFirst();
  return clientOf(genuine(context, "service_clients", row));
}

function clientOf(row: ServiceClientsTable | null): ServiceClientRow | null {
  return row === null ? null : serviceClientRow(row);
}

async function findByIdOrName(
  context: StoreContext,
  queries: Queries,
  idOrName: string,
  isAlteredFound: boolean,
): Promise<ServiceClientRow | null> {
  const rows = await queries
    .selectFrom("service_clients")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", idOrName), eb.and([eb("name", "=", idOrName), eb("revoked_at", "is", null)])]))
    .execute();
  const [first, second] = rows;
  const row = rows.find((candidate) => candidate.id === idOrName) ?? (second === undefined ? first : undefined);
  return clientOf(isAlteredFound ? (row ?? null) : genuine(context, "service_clients", row));
}

async function list(queries: Queries): Promise<{ client: ServiceClientRow; keys: ServiceKeyRow[] }[]> {
  const clients = await queries
    .selectFrom("service_clients")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const keysOf = new Map<string, ServiceKeyRow[]>(clients.map((client) => [client.id, []]));
  for (const row of await keysInOrder(queries).execute()) keysOf.get(row.client_id)?.push(serviceKeyRow(row));
  return clients.map((client) => ({ client: serviceClientRow(client), keys: keysOf.get(client.id) ?? [] }));
}

async function revoke(
  context: StoreContext,
  queries: Queries,
  { clientId, at, by }: { clientId: string; at: number; by: Actor },
): Promise<boolean> {
  const result = await queries
    .updateTable("service_clients")
    .set({ revoked_at: at, seal: "" })
    .where("id", "=", clientId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  await queries
    .updateTable("service_keys")
    .set({ revoked_at: at, seal: "" })
    .where("client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .execute();
  const isRevoked = result.numUpdatedRows === 1n;
  if (isRevoked) await recordChange(context, queries, { type: "service_client.revoked", clientId, by, data: {} });
  return isRevoked;
}
