/** Which tenants of its service client a key or token reaches. The SQL filter is `adapters/store/statements/reached.ts`. */
import type { TenantReach, TenantRow, TenantStore } from "./port.ts";

/** Decides whether a tenant is reached. */
export function isReached(reach: TenantReach, { id, label }: Pick<TenantRow, "id" | "label">): boolean {
  if (reach === null) return true;
  return "ids" in reach ? reach.ids.includes(id) : reach.label === label;
}

/** Whether a caller reaches a tenant of its client, which may be deleted. Only a label has to be looked up. */
export async function reachesTenant(
  store: Pick<TenantStore, "find">,
  { client, tenants }: { client: { id: string }; tenants: TenantReach },
  tenantId: string,
): Promise<boolean> {
  if (tenants === null || "ids" in tenants) return isReached(tenants, { id: tenantId, label: null });
  const row = await store.find(client.id, tenantId, { deleted: true });
  return row !== null && isReached(tenants, row);
}

/** A reach as the API and the command line show it. */
export function presentReach(reach: TenantReach): { tenants: string[] | null; tenantLabel: string | null } {
  if (reach === null) return { tenants: null, tenantLabel: null };
  return "ids" in reach ? { tenants: [...reach.ids], tenantLabel: null } : { tenants: null, tenantLabel: reach.label };
}
