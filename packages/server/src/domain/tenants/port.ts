/** Tenants as the domain sees them, and which of them a key or token reaches. */
import type { UpdateTenant } from "@svc/contract";
import type { Actor } from "../journal/port.ts";
import type { KeyClaim, KeyRow } from "../idempotency/port.ts";
import type { Page, PageAfter } from "../listings/page.ts";
import type { TenantRow } from "../generated/rows.ts";
import type { KeptResponse, TenantReach } from "../records/documents.ts";

export type { TenantRow };

/** Stored tenants. Every method is one transaction. */
export type TenantStore = {
  /**
   * Claims the key, creates the tenant, stores the response and records it, in one transaction.
   * @param responses those to store: for the new tenant, and for an externalId that another tenant has.
   */
  create(
    tenant: TenantRow,
    claim: KeyClaim,
    responses: { created: KeptResponse; exists: (tenantId: string) => KeptResponse },
    by: Actor,
  ): Promise<{ kind: "created" } | { kind: "exists"; tenantId: string } | { kind: "key_taken"; row: KeyRow }>;
  /** Finds an active tenant of this client; with `deleted: true` also a deleted one. */
  find(clientId: string, tenantId: string, options?: { deleted?: boolean }): Promise<TenantRow | null>;
  list(
    clientId: string,
    query: {
      externalId: string | null;
      label: string | null;
      reach: TenantReach;
      after: PageAfter;
      limit: number;
    },
  ): Promise<Page<TenantRow>>;
  /** Changes an active tenant of this client, and records what was changed. */
  update(clientId: string, tenantId: string, change: UpdateTenant, by: Actor): Promise<TenantRow | null>;
  /**
   * Deletes a tenant in one transaction: marks it, disconnects its connections, and destroys their credential records,
   * its open Connect sessions and its wrapped key. Refuses with `unresolved` while an execution is `dispatched` or
   * `outcome_unknown`, unless forced.
   * Records the deletion and everything that it ended.
   */
  remove(
    clientId: string,
    tenantId: string,
    at: number,
    force: boolean,
    by: Actor,
  ): Promise<"removed" | "unresolved" | "absent">;
};

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
