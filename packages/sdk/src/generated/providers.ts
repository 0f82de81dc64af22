/** The calls of `client.tenant(id).providers`, generated from the contract's operations by `npm run generate`. */
import type { TenantProvider, TenantProviderPage } from "@svc/contract";
import type { Calls } from "../calls.ts";
import { segment } from "../paths.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.tenant(id).providers`. */
export type ProvidersScope = ReturnType<typeof createProvidersScope>;

/** @param calls sends the requests. @param tenant the tenant's path. */
export function createProvidersScope(calls: Calls, tenant: string) {
  return {
    /** Returns the providers that the deployment and the policy allow and that have at least one allowed action. */
    list: async (options?: CallOptions): Promise<TenantProvider[]> =>
      calls.items({ method: "GET", path: `${tenant}/providers`, options }, "providers"),
    /** Returns a provider with the actions that the deployment and the policy allow. */
    get: async (slug: string, options?: CallOptions): Promise<TenantProviderPage> =>
      calls.call({ method: "GET", path: `${tenant}/providers/${segment(slug)}`, options }),
  };
}
