/** The calls of `client.tenant(id).executions`, generated from the contract's operations by `npm run generate`. */
import type { Execution, ExecutionCounts, ResolveExecution } from "@svc/contract";
import { ofAction } from "../action-id.ts";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.tenant(id).executions`. */
export type ExecutionsScope = ReturnType<typeof createExecutionsScope>;

/** @param calls sends the requests. @param tenant the tenant's path. */
export function createExecutionsScope(calls: Calls, tenant: string) {
  return {
    /**
     * Returns the tenant's executions, newest first. If you lost a response, look up the execution by its
     * `idempotencyKey`.
     */
    list: (
      query: {
        connection_id?: string;
        status?: "accepted" | "dispatched" | "succeeded" | "failed" | "outcome_unknown";
        action_id?: string;
        idempotencyKey?: string;
        limit?: number;
        cursor?: string;
      } = {},
      options?: CallOptions,
    ): List<Execution> =>
      ofAction(query, (sent) => calls.page<Execution>(`${tenant}/action-executions`, "executions", sent, options)),
    /**
     * Returns how many of the tenant's executions have each status, by action, for a time range of at most 31 days;
     * the last 24 hours by default. Of more than 10,000 executions, only the newest are counted.
     */
    summary: async (query: { since?: string; until?: string } = {}, options?: CallOptions): Promise<ExecutionCounts> =>
      calls.call({ method: "GET", path: `${tenant}/action-executions:summary`, query, options }),
    /** Returns the record of one attempt: the request, the provider's response, and the outcome. */
    get: async (executionId: string, options?: CallOptions): Promise<Execution> =>
      calls.call({ method: "GET", path: `${tenant}/action-executions/${segment(executionId)}`, options }),
    /**
     * Looks at the provider, using only reads, for the effect of an `outcome_unknown` execution's changing request,
     * and settles the execution if there is proof. Otherwise it stays unknown, with the look in `evidence`. The
     * request is never sent again.
     */
    settle: async (executionId: string, options?: CallOptions): Promise<Execution> =>
      calls.call({ method: "POST", path: `${tenant}/action-executions/${segment(executionId)}:settle`, options }),
    /**
     * Records the outcome that you found at the provider for an `outcome_unknown` execution. You can do this once;
     * repeating the call returns the same response.
     */
    resolve: async (executionId: string, body: ResolveExecution, options?: CallOptions): Promise<Execution> =>
      calls.call({
        method: "POST",
        path: `${tenant}/action-executions/${segment(executionId)}:resolve`,
        body,
        options,
      }),
  };
}
