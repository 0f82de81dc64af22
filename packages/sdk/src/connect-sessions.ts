/** Connect sessions of one tenant: the generated calls, and waiting. */
import type { ConnectSession } from "@svc/contract";
import type { Calls } from "./calls.ts";
import { createConnectSessionsScope, type ConnectSessionsScope } from "./generated/connect-sessions.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone } from "./poll.ts";
import type { CallOptions } from "./transport.ts";

/** Final statuses of a Connect session. */
const finalStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "expired"]);

/** How `connectSessions.wait` waits. */
export type SessionWait = CallOptions & { waitMs?: number; pollEveryMs?: number; stopAtConfirmation?: boolean };

/** The calls for Connect sessions; `client.tenant(id).connectSessions`. */
export type WaitingConnectSessions = ConnectSessionsScope & {
  /**
   * Polls until the session has ended.
   * @param options.waitMs how long; 30 minutes by default, a session's lifetime. @param options.pollEveryMs default 2
   * 000.
   * @param options.stopAtConfirmation also returns a session that is `awaiting_confirmation`, which only continues
   * after `complete` is called. Without it, something else must call `complete`.
   * @throws WaitTimeoutError if it hasn't ended by then.
   */
  wait: (id: string, options?: SessionWait) => Promise<ConnectSession>;
};

/** @param tenant the tenant's path. */
export function createConnectSessions(calls: Calls, platform: SdkPlatform, tenant: string): WaitingConnectSessions {
  const connectSessions = createConnectSessionsScope(calls, tenant);
  return {
    ...connectSessions,
    wait: async (id, options = {}) => {
      const { waitMs = 30 * 60_000, pollEveryMs = 2000, stopAtConfirmation = false, signal, timeoutMs } = options;
      return pollUntilDone(platform, {
        what: "The Connect session",
        get: (each) => connectSessions.get(id, each),
        isDone: ({ status }) => finalStatuses.has(status) || (stopAtConfirmation && status === "awaiting_confirmation"),
        limitMs: waitMs,
        pauseMs: () => pollEveryMs,
        timeoutMs,
        signal,
      });
    },
  };
}
