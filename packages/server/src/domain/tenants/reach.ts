/** Checks which tenants a key or token reaches. The SQL filter is in `adapters/store/statements/reached.ts`. */
import type { TenantReach, TenantRow, TenantStore } from "./port.ts";

/** Decides whether a tenant is reached. */
export function isReached(reach: TenantReach, { id, label }: Pick<TenantRow, "id" | "label">): boolean {
  if (reach === null) return true;
  return "ids" in reach ? reach.ids.includes(id) : reach.label === label;
}

/** Whether a caller reaches a tenant of its client, even a deleted one. Only a label requires a lookup. */
export async function reachesTenant(
  store: Pick<TenantStore, "find">,
  { client, tenants }: { client: { id: string }; tenants: TenantReach },
  tenantId: string,
): Promise<boolean> {
  if (tenants === null || "ids" in tenants) return isReached(tenants, { id: tenantId, label: null });
  const row = await store.find(client.id, tenantId, { deleted: true });
  return row !== null && isReached(tenants, row);
}

/** Presents a reach for the API and the command line. */
export function presentReach(reach: TenantReach): { tenants: string[] | null; tenantLabel: string | null } {
  if (reach === null) return { tenants: null, tenantLabel: null };
  return "ids" in reach ? { tenants: [...reach.ids], tenantLabel: null } : { tenants: null, tenantLabel: reach.label };
}
