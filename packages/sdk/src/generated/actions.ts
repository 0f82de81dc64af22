/** The calls of `client.tenant(id).actions`, generated from the contract's operations by `npm run generate`. */
import type { Action, ActionMatch } from "@svc/contract";
import { bareActionId } from "../action-id.ts";
import type { Calls } from "../calls.ts";
import { segment } from "../paths.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.tenant(id).actions`. */
export type ActionsScope = ReturnType<typeof createActionsScope>;

/** @param calls sends the requests. @param tenant the tenant's path. */
export function createActionsScope(calls: Calls, tenant: string) {
  return {
    /**
     * Returns the actions, from all providers, that match the words and that the deployment and the policy allow,
     * best match first.
     */
    search: async (
      query: string,
      { provider, limit, ...options }: CallOptions & { provider?: string; limit?: number } = {},
    ): Promise<ActionMatch[]> =>
      calls.items({ method: "GET", path: `${tenant}/actions`, query: { query, provider, limit }, options }, "actions"),
    /** Returns the provider's actions that the deployment and the policy allow, with their schemas. */
    list: async (provider: string, options?: CallOptions): Promise<Action[]> =>
      calls.items({ method: "GET", path: `${tenant}/providers/${segment(provider)}/actions`, options }, "actions"),
    /** Returns an action with its schemas, so that you can validate input before you send it. */
    get: async (provider: string, actionId: string, options?: CallOptions): Promise<Action> =>
      calls.call({
        method: "GET",
        path: `${tenant}/providers/${segment(provider)}/actions/${segment(bareActionId(provider, actionId))}`,
        options,
      }),
  };
}
