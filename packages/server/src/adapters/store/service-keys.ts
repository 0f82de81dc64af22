/** Service keys, and the service client that a key belongs to. */
import type { Actor, AuditData } from "../../domain/journal/port.ts";
import type { TrailTypeName } from "../../domain/journal/types.ts";
import type { ServiceClientStore, ServiceKeyRow, ServiceClientRow } from "../../domain/service-clients/port.ts";
import { append } from "./journal/append.ts";
import { changeSealed, genuine, sealed } from "./sealed-rows.ts";
import { columnsOf, rowOf } from "./rows.ts";
import { Abandoned, type Queries, type StoreContext } from "./context.ts";
import type { ServiceClientsTable } from "./tables.ts";

export const serviceKeyRow = rowOf("service_keys");

const clientFields = rowOf("service_clients");

/** A row of `service_clients`. */
export function serviceClientRow(row: ServiceClientsTable): ServiceClientRow {
  const { logoUrl: url, logoId: id, ...fields } = clientFields(row);
  return { ...fields, logo: id === "" ? null : { url, id } };
}

export async function insertKey(context: StoreContext, queries: Queries, key: ServiceKeyRow): Promise<void> {
  await queries
    .insertInto("service_keys")
    .values(sealed(context, "service_keys", columnsOf("service_keys", key)))
    .execute();
}

export function keysInOrder(queries: Queries) {
  return queries.selectFrom("service_keys").selectAll().orderBy("created_at").orderBy("id");
}

/** Finds a key and its client, whatever their state, unless another program changed them. */
export async function findByKeyId(
  context: StoreContext,
  queries: Queries,
  keyId: string,
): ReturnType<ServiceClientStore["findByKeyId"]> {
  const row = await queries
    .selectFrom("service_keys as k")
    .innerJoin("service_clients as c", "c.id", "k.client_id")
    .selectAll("c")
    .select(["k.id as key_id", "k.client_id", "k.name as key_name", "k.hash", "k.created_at as key_created_at"])
    .select(["k.expires_at", "k.revoked_at as key_revoked_at", "k.tenants"])
    .select(["k.policy_rules as key_policy_rules", "k.may_decide", "k.seal as key_seal"])
    .where("k.id", "=", keyId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { key_id: id, key_name: name, key_created_at: created_at, key_revoked_at: revoked_at, ...others } = row;
  const { key_policy_rules: policy_rules, key_seal: seal, ...rest } = others;
  const { client_id, hash, expires_at, tenants, may_decide, ...client } = rest;
  const limits = { tenants, policy_rules, may_decide, expires_at };
  const key = { id, client_id, name, hash, ...limits, created_at, revoked_at, seal };
  const isGenuine =
    genuine(context, "service_keys", key) !== null && genuine(context, "service_clients", client) !== null;
  return isGenuine ? { client: serviceClientRow(client), key: serviceKeyRow(key) } : null;
}

type Rotation = { newKey: ServiceKeyRow; old: { ids: readonly string[]; expireAt: number }; by: Actor };

/** Adds the new key with the rights of the newest old one, which is checked here. False if an old one was altered. */
export async function rotateKey(
  context: StoreContext,
  queries: Queries,
  { newKey, old: { ids: oldKeyIds, expireAt: oldExpireAt }, by }: Rotation,
): Promise<boolean> {
  const old = await changeSealed(context, queries, "service_keys", oldKeyIds, ({ client_id, expires_at }) => {
    // A key that expires sooner keeps its expiry.
    const isLater = expires_at === null || expires_at > oldExpireAt;
    return isLater && client_id === newKey.clientId ? { expires_at: oldExpireAt } : {};
  });
  if (old.length < oldKeyIds.length) throw new Abandoned(false);
  const newest = old.find((key) => key.id === oldKeyIds.at(-1) && key.client_id === newKey.clientId);
  const { id, client_id, name, hash, created_at, expires_at, revoked_at, ...rights } = columnsOf(
    "service_keys",
    newKey,
  );
  const given = newest ?? rights;
  const row = { ...given, id, client_id, name, hash, created_at, expires_at, revoked_at };
  await queries
    .insertInto("service_keys")
    .values(sealed(context, "service_keys", row))
    .execute();
  const recorded = { keyId: id, oldKeyIds: oldKeyIds.join(",") };
  await recordChange(context, queries, {
    type: "service_client.key_rotated",
    clientId: newKey.clientId,
    by,
    data: recorded,
  });
  if (oldKeyIds.length === 0) return true;
  // An agent's sign-in outlasts the overlap, so it moves to the new key.
  const tokens = await queries
    .selectFrom("delegated_tokens")
    .select("id")
    .where("client_id", "=", newKey.clientId)
    .where("key_id", "in", oldKeyIds)
    .where("revoked_at", "is", null)
    .execute();
  const tokenIds = tokens.map((token) => token.id);
  await changeSealed(context, queries, "delegated_tokens", tokenIds, { key_id: newKey.id });
  return true;
}

/** Records a change in the client's own chain, so that the client sees it. */
export async function recordChange(
  context: StoreContext,
  queries: Queries,
  {
    type,
    clientId,
    by,
    data,
  }: { type: Extract<TrailTypeName, `service_client.${string}`>; clientId: string; by: Actor; data: AuditData },
): Promise<void> {
  const about = { clientId, tenantId: "", subject: clientId, actor: by, data };
  await append(context, queries, [{ type, ...about }]);
}
