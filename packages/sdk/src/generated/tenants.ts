/** The calls of `client.tenants`, generated from the contract's operations by `npm run generate`. */
import type { CreateTenant, Tenant, UpdateTenant } from "@svc/contract";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";

/** The calls of `client.tenants`. */
export type TenantsScope = ReturnType<typeof createTenantsScope>;

/** @param calls sends the requests. */
export function createTenantsScope(calls: Calls) {
  return {
    /**
     * Creates a tenant for one of your customers. `externalId` is your own ID for it, unique within the service
     * client.
     */
    create: async (body: CreateTenant, options: KeyedOptions = {}): Promise<Tenant> =>
      calls.call({
        method: "POST",
        path: "/v1/tenants",
        body,
        idempotencyKey: options.idempotencyKey ?? calls.newKey(),
        options,
      }),
    /** Returns the service client's tenants, newest first; with a narrowed key, only those it can reach. */
    list: (
      query: { externalId?: string; label?: string; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<Tenant> => calls.page<Tenant>("/v1/tenants", "tenants", query, options),
    /** Returns a tenant. The response for another service client's tenant is the same as for one that doesn't exist. */
    get: async (tenantId: string, options?: CallOptions): Promise<Tenant> =>
      calls.call({ method: "GET", path: `/v1/tenants/${segment(tenantId)}`, options }),
    /**
     * Changes the name that end users see in Connect, or the label. Only a key that isn't narrowed to tenants can
     * change a label, because a label decides which keys reach the tenant.
     */
    update: async (tenantId: string, body: UpdateTenant, options?: CallOptions): Promise<Tenant> =>
      calls.call({ method: "PATCH", path: `/v1/tenants/${segment(tenantId)}`, body, options }),
    /**
     * Disconnects every connection and destroys the credentials and the tenant's key. Executions remain readable by
     * ID until their retention ends. Rejected while an outcome is unknown, unless you set `force`.
     */
    delete: async (tenantId: string, query: { force?: boolean } = {}, options?: CallOptions): Promise<void> =>
      calls.call({ method: "DELETE", path: `/v1/tenants/${segment(tenantId)}`, query, options }),
  };
}
