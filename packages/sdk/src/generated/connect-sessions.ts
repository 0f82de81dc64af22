/** The calls of `client.tenant(id).connectSessions`, generated from the contract's operations by `npm run generate`. */
import type { ConnectSession, CreateConnectSession, CreatedConnectSession } from "@svc/contract";
import { withBareActions } from "../action-id.ts";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";

/** The calls of `client.tenant(id).connectSessions`. */
export type ConnectSessionsScope = ReturnType<typeof createConnectSessionsScope>;

/** @param calls sends the requests. @param tenant the tenant's path. */
export function createConnectSessionsScope(calls: Calls, tenant: string) {
  return {
    /**
     * Creates an invitation for a user to connect an account. Give `token` only to your frontend. It works once, and
     * a replay of this response doesn't include it. With `connection_id`, the session replaces that connection's
     * credential and keeps its ID.
     */
    create: async (body: CreateConnectSession, options: KeyedOptions = {}): Promise<CreatedConnectSession> =>
      calls.call({
        method: "POST",
        path: `${tenant}/connect-sessions`,
        body: withBareActions(body),
        idempotencyKey: options.idempotencyKey ?? calls.newKey(),
        options,
      }),
    /** Returns the tenant's Connect sessions, newest first. */
    list: (
      query: {
        status?:
          | "pending"
          | "opened"
          | "authorizing"
          | "awaiting_confirmation"
          | "completed"
          | "failed"
          | "cancelled"
          | "expired";
        limit?: number;
        cursor?: string;
      } = {},
      options?: CallOptions,
    ): List<ConnectSession> =>
      calls.page<ConnectSession>(`${tenant}/connect-sessions`, "connectSessions", query, options),
    /** Returns a session, without its token. Poll it until it is completed, failed, cancelled or expired. */
    get: async (sessionId: string, options?: CallOptions): Promise<ConnectSession> =>
      calls.call({ method: "GET", path: `${tenant}/connect-sessions/${segment(sessionId)}`, options }),
    /** Cancels a session that isn't completed. A credential that is awaiting confirmation is destroyed. */
    cancel: async (sessionId: string, options?: CallOptions): Promise<ConnectSession> =>
      calls.call({ method: "POST", path: `${tenant}/connect-sessions/${segment(sessionId)}:cancel`, options }),
    /**
     * Completes a session that is awaiting confirmation, within 5 minutes. Call it on behalf of the user who is
     * signed in to your application, with the code that came back in that user's browser.
     */
    complete: async (sessionId: string, completionCode: string, options?: CallOptions): Promise<ConnectSession> =>
      calls.call({
        method: "POST",
        path: `${tenant}/connect-sessions/${segment(sessionId)}:complete`,
        body: { completionCode },
        options,
      }),
  };
}
