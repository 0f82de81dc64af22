/** Service clients with keys that authenticate, in a deployment's database. */
import { createServiceKeys } from "../../src/app/secrets.ts";
import type { Resources } from "../../src/app/resources.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../../src/domain/service-clients/port.ts";
import type { TenantRow } from "../../src/domain/tenants/port.ts";
import { addTenant, sampleClient, sampleKey, type Holder } from "../adapters/store/samples.ts";

/** A service client with one key and one tenant. `key` is the key's text. */
export type Owner = Holder & { key: string };

/** Creates a service client that may execute every action, with a key and a tenant. */
export async function newOwner(
  resources: Resources,
  change: Partial<ServiceClientRow> = {},
  tenant: Partial<TenantRow> = {},
): Promise<Owner> {
  const { store, newId } = resources;
  const client = sampleClient({ id: newId("scl"), allowedActions: ["*/*"], ...change });
  const { row, key } = newKey(resources, client.id);
  await store.serviceClients.create(client, row, "operator");
  const tenantId = await addTenant(store, client.id, { id: newId("ten"), ...tenant });
  return { clientId: client.id, keyId: row.id, key, tenantId };
}

/** Adds another key to a service client. */
export async function addKey(
  resources: Resources,
  clientId: string,
  change: Partial<ServiceKeyRow> = {},
): Promise<{ keyId: string; key: string }> {
  const { row, key } = newKey(resources, clientId, change);
  await resources.store.serviceClients.addKey(row, "operator");
  return { keyId: row.id, key };
}

function newKey({ vault, platform }: Resources, clientId: string, change: Partial<ServiceKeyRow> = {}) {
  const keys = createServiceKeys(vault, platform);
  const { id, key } = keys.makeServiceKey();
  return { row: sampleKey(clientId, { id, hash: keys.hash({ clientId, id }, key), ...change }), key };
}
