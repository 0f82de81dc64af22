/** Execution records of one tenant. */
import type { Execution, ResolveExecution } from "@svc/contract";
import { splitActionId } from "./action-id.ts";
import type { TenantCalls } from "./connect-sessions-scope.ts";
import { filterList, type List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone } from "./poll.ts";
import type { CallOptions } from "./transport.ts";

/** Statuses of an execution that has no outcome. */
const openStatuses: ReadonlySet<string> = new Set(["accepted", "dispatched", "outcome_unknown"]);

/** How long `waitForOutcome` waits by default, in milliseconds. */
const waitMsDefault = 60_000;
/** The pause after the first poll, in milliseconds; it doubles up to the longest. */
const firstPauseMs = 500;
const pauseMsMax = 10_000;

/** @param base the tenant's path. */
export function createExecutionsScope({ call, get, page }: TenantCalls, platform: SdkPlatform, base: string) {
  const path = `${base}/action-executions`;
  const pathOf = (id: string): string => `${path}/${segment(id)}`;
  const executions = {
    get: async (id: string, options?: CallOptions): Promise<Execution> => get(pathOf(id), options),
    /**
     * Lists executions, newest first. If `action_id` names a provider, each page keeps only that provider's executions.
     */
    list: (
      query: {
        connection_id?: string;
        status?: Execution["status"];
        action_id?: string;
        idempotencyKey?: string;
        limit?: number;
        cursor?: string;
      } = {},
      options?: CallOptions,
    ): List<Execution> => {
      if (query.action_id === undefined) return page(path, "executions", query, options);
      const { provider, id } = splitActionId(query.action_id);
      const isMeant = (execution: Execution): boolean => provider === null || execution.provider === provider;
      return filterList(page<Execution>(path, "executions", { ...query, action_id: id }, options), isMeant);
    },
    /**
     * Checks at the provider, using only reads, whether the changing request of an unknown outcome took effect, and
     * settles the execution if it can prove that it did or didn't. Otherwise the execution stays `outcome_unknown`,
     * with the result of the check in `evidence`. Nothing is sent again.
     * @throws ConflictError `EVIDENCE_NOT_AVAILABLE` if svc can't check, `EXECUTION_NOT_UNKNOWN` if it has an outcome.
     */
    settle: async (id: string, options?: CallOptions): Promise<Execution> =>
      call({ method: "POST", path: `${pathOf(id)}:settle`, options }),
    /**
     * Polls until the execution has an outcome: from the provider's response, svc's evidence or a person. It only
     * reads the record, so an action whose evidence is `on_request` also needs `settle`.
     * @param options.timeoutMs how long to wait; 60 000 by default.
     * @returns the execution, which has `succeeded` or `failed`.
     * @throws WaitTimeoutError if it has no outcome by then.
     */
    waitForOutcome: async (id: string, { timeoutMs = waitMsDefault, signal }: CallOptions = {}): Promise<Execution> =>
      pollUntilDone(platform, {
        what: `Execution ${id}`,
        get: (options) => executions.get(id, options),
        isDone: ({ status }) => !openStatuses.has(status),
        limitMs: timeoutMs,
        pauseMs: (polls) => Math.min(firstPauseMs * 2 ** (polls - 1), pauseMsMax),
        signal,
      }),
    /** Resolves an unknown outcome, once. */
    resolve: async (id: string, resolution: ResolveExecution, options?: CallOptions): Promise<Execution> =>
      call({ method: "POST", path: `${pathOf(id)}:resolve`, body: resolution, options }),
  };
  return executions;
}
