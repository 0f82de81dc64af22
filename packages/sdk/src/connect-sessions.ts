/** Connect sessions of one tenant: the generated calls, and waiting. */
import type { ConnectSession } from "@svc/contract";
import type { Calls } from "./calls.ts";
import { createConnectSessionsScope, type ConnectSessionsScope } from "./generated/connect-sessions.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone, type WaitOptions } from "./poll.ts";

/** Final statuses of a Connect session. */
const finalStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "expired"]);

/** How long `wait` waits by default, in milliseconds: a session's lifetime. */
const waitMsDefault = 30 * 60_000;

/** How `connectSessions.wait` waits. */
export type SessionWaitOptions = WaitOptions<ConnectSession> & { pollEveryMs?: number; stopAtConfirmation?: boolean };

/** The calls for Connect sessions; `client.tenant(id).connectSessions`. */
export type WaitingConnectSessions = ConnectSessionsScope & {
  /**
   * Polls until the session has ended.
   * @param options.timeoutMs how long to wait; 30 minutes by default, a session's lifetime.
   * @param options.pollEveryMs the pause between requests; 2 000 by default.
   * @param options.stopAtConfirmation also returns a session that is `awaiting_confirmation`, which only continues
   * after `complete` is called. Without it, something else must call `complete`.
   * @throws WaitTimeoutError if it hasn't ended by then.
   */
  wait: (sessionId: string, options?: SessionWaitOptions) => Promise<ConnectSession>;
};

/** @param tenant the tenant's path. */
export function createConnectSessions(calls: Calls, platform: SdkPlatform, tenant: string): WaitingConnectSessions {
  const connectSessions = createConnectSessionsScope(calls, tenant);
  return {
    ...connectSessions,
    wait: async (sessionId, { pollEveryMs = 2000, stopAtConfirmation = false, ...options } = {}) =>
      pollUntilDone(
        platform,
        {
          what: "The Connect session",
          get: (each) => connectSessions.get(sessionId, each),
          isDone: ({ status }) =>
            finalStatuses.has(status) || (stopAtConfirmation && status === "awaiting_confirmation"),
          timeoutMsDefault: waitMsDefault,
          pauseMs: () => pollEveryMs,
        },
        options,
      ),
  };
}
