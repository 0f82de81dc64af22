/** Service clients and their keys. */
import { genesisHash } from "../../domain/audit/port.ts";
import type {
  LogoImage,
  ServiceClientRow,
  ServiceClientStore,
  ServiceKeyRow,
} from "../../domain/service-clients/port.ts";
import { serviceClientRow, serviceKeyRow } from "./client-rows.ts";
import { columnsOf } from "./columns.ts";
import type { ServiceClientsTable } from "./tables.ts";
import type { Queries, StoreContext } from "./context.ts";
import { statement } from "./statements/statement.ts";
import { firstRow, isUpdated } from "./statements/rows.ts";

/** @param context the database. */
export function createServiceClientStore(context: StoreContext): ServiceClientStore {
  return {
    create: ({ logo, ...fields }, key, image = null) =>
      context.write({ client: fields.id }, async (queries) => {
        await queries
          .insertInto("service_clients")
          .values({ ...columnsOf(fields), ...logoColumns(logo) })
          .execute();
        if (image !== null) await replaceLogo(queries, fields.id, image);
        await beginChain.changed(queries, { clientId: fields.id, genesisHash });
        await insertKey(queries, key);
      }),
    find: (clientId) => context.read({ client: clientId }, (queries) => find(queries, clientId)),
    findByIdOrName: (idOrName) => context.read("system", (queries) => findByIdOrName(queries, idOrName)),
    list: () => context.read("system", list),
    findByKeyId: (keyId) => context.read("system", (queries) => findByKeyId(queries, keyId)),
    findLogo: (id) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("client_logos").selectAll().where("id", "=", id).limit(1), (row) => ({
          id,
          mediaType: row.media_type,
          bytes: row.bytes,
        })),
      ),
    update: (clientId, { logo, ...fields }, image) =>
      context.write({ client: clientId }, async (queries) => {
        const columns = { ...columnsOf(fields), ...(logo === undefined ? {} : logoColumns(logo)) };
        if (image !== undefined && (await find(queries, clientId)) !== null) {
          await replaceLogo(queries, clientId, image);
        }
        if (Object.values(columns).every((value) => value === undefined)) return await find(queries, clientId);
        return await firstRow(
          queries.updateTable("service_clients").set(columns).where("id", "=", clientId).returningAll(),
          serviceClientRow,
        );
      }),
    addKey: (key) => context.write({ client: key.clientId }, (queries) => insertKey(queries, key)),
    keys: (clientId) =>
      context.read({ client: clientId }, async (queries) => {
        const rows = await keysInOrder(queries).where("client_id", "=", clientId).execute();
        return rows.map(serviceKeyRow);
      }),
    updateKey: (keyId, change) =>
      context.write("system", async (queries) => {
        await queries.updateTable("service_keys").set(columnsOf(change)).where("id", "=", keyId).execute();
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
    rotateKey: (newKey, oldKeyIds, oldExpireAt) =>
      context.write({ client: newKey.clientId }, (queries) => rotateKey(queries, newKey, oldKeyIds, oldExpireAt)),
    replaceKeyHash: (key, hash) =>
      context.write({ client: key.clientId }, (queries) =>
        isUpdated(
          queries
            .updateTable("service_keys")
            .set({ hash })
            .where("id", "=", key.id)
            .where("client_id", "=", key.clientId)
            .where("hash", "=", key.hash),
        ),
      ),
    revokeKey: (keyId, at) =>
      context.write("system", (queries) =>
        isUpdated(
          queries
            .updateTable("service_keys")
            .set({ revoked_at: at })
            .where("id", "=", keyId)
            .where("revoked_at", "is", null),
        ),
      ),
    revoke: (clientId, at) => context.write({ client: clientId }, (queries) => revoke(queries, clientId, at)),
  };
}

/** A client's audit chain exists from the start, so that there is always a head to lock. */
const beginChain = statement<{ clientId: string; genesisHash: string }>(
  "audit.begin_chain",
  `insert into audit_chains (client_id, seq, hash, anchor_seq, anchor_hash, anchor_at, anchor_signature)
   values (:clientId, 0, :genesisHash, 0, :genesisHash, 0, '')`,
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

async function insertKey(queries: Queries, key: ServiceKeyRow): Promise<void> {
  await queries.insertInto("service_keys").values(columnsOf(key)).execute();
}

async function find(queries: Queries, clientId: string): Promise<ServiceClientRow | null> {
  return await firstRow(queries.selectFrom("service_clients").selectAll().where("id", "=", clientId), serviceClientRow);
}

async function findByIdOrName(queries: Queries, idOrName: string): Promise<ServiceClientRow | null> {
  const rows = await queries
    .selectFrom("service_clients")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", idOrName), eb.and([eb("name", "=", idOrName), eb("revoked_at", "is", null)])]))
    .execute();
  const [first, second] = rows;
  const row = rows.find((candidate) => candidate.id === idOrName) ?? (second === undefined ? first : undefined);
  return row === undefined ? null : serviceClientRow(row);
}

function keysInOrder(queries: Queries) {
  return queries.selectFrom("service_keys").selectAll().orderBy("created_at").orderBy("id");
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

/** Finds a key and its client, whatever their state. */
export async function findByKeyId(queries: Queries, keyId: string): ReturnType<ServiceClientStore["findByKeyId"]> {
  const row = await queries
    .selectFrom("service_keys as k")
    .innerJoin("service_clients as c", "c.id", "k.client_id")
    .selectAll("c")
    .select(["k.id as key_id", "k.client_id", "k.name as key_name", "k.hash", "k.created_at as key_created_at"])
    .select(["k.expires_at", "k.revoked_at as key_revoked_at", "k.tenants"])
    .select(["k.policy_rules as key_policy_rules", "k.may_decide"])
    .where("k.id", "=", keyId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { key_id: id, key_name: name, key_created_at: created_at, key_revoked_at: revoked_at } = row;
  const { key_policy_rules: policy_rules } = row;
  const key = serviceKeyRow({ ...row, id, name, policy_rules, created_at, revoked_at });
  return { client: serviceClientRow(row), key };
}

async function rotateKey(
  queries: Queries,
  newKey: ServiceKeyRow,
  oldKeyIds: readonly string[],
  oldExpireAt: number,
): Promise<void> {
  await insertKey(queries, newKey);
  if (oldKeyIds.length === 0) return;
  // An agent's sign-in outlasts the overlap, so it moves to the new key.
  await queries
    .updateTable("delegated_tokens")
    .set({ key_id: newKey.id })
    .where("key_id", "in", oldKeyIds)
    .where("client_id", "=", newKey.clientId)
    .execute();
  await queries
    .updateTable("service_keys")
    .set({ expires_at: oldExpireAt })
    .where("id", "in", oldKeyIds)
    .where("client_id", "=", newKey.clientId)
    // A key that expires sooner keeps its expiry.
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", oldExpireAt)]))
    .execute();
}

async function revoke(queries: Queries, clientId: string, at: number): Promise<boolean> {
  const result = await queries
    .updateTable("service_clients")
    .set({ revoked_at: at })
    .where("id", "=", clientId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  await queries
    .updateTable("service_keys")
    .set({ revoked_at: at })
    .where("client_id", "=", clientId)
    .where("revoked_at", "is", null)
    .execute();
  return result.numUpdatedRows === 1n;
}
