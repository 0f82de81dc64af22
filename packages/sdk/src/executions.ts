/** Execution records of one tenant: the generated calls, and waiting for an outcome. */
import type { Execution } from "@svc/contract";
import type { Calls } from "./calls.ts";
import { createExecutionsScope, type ExecutionsScope } from "./generated/executions.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone, type WaitOptions } from "./poll.ts";

/** Statuses of an execution that has no outcome. */
const openStatuses: ReadonlySet<string> = new Set(["accepted", "dispatched", "outcome_unknown"]);

/** How long `wait` waits by default, in milliseconds. */
const waitMsDefault = 60_000;
/** The pause after the first poll, in milliseconds; it doubles up to the longest. */
const firstPauseMs = 500;
const pauseMsMax = 10_000;

/** The calls for execution records; `client.tenant(id).executions`. */
export type WaitingExecutions = ExecutionsScope & {
  /**
   * Polls until the execution has an outcome: from the provider's response, svc's evidence or a person. It only
   * reads the record, so an action whose evidence is `on_request` also needs `settle`.
   * @param options.timeoutMs how long to wait; 60 000 by default.
   * @returns the execution, which has `succeeded` or `failed`.
   * @throws WaitTimeoutError if it has no outcome by then.
   */
  wait: (executionId: string, options?: WaitOptions<Execution>) => Promise<Execution>;
};

/** @param tenant the tenant's path. */
export function createExecutions(calls: Calls, platform: SdkPlatform, tenant: string): WaitingExecutions {
  const executions = createExecutionsScope(calls, tenant);
  return {
    ...executions,
    wait: async (executionId, options = {}) =>
      pollUntilDone(
        platform,
        {
          what: `Execution ${executionId}`,
          get: (each) => executions.get(executionId, each),
          isDone: ({ status }) => !openStatuses.has(status),
          timeoutMsDefault: waitMsDefault,
          pauseMs: (polls) => Math.min(firstPauseMs * 2 ** (polls - 1), pauseMsMax),
        },
        options,
      ),
  };
}
