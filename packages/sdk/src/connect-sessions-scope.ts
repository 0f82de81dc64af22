/** Connect sessions of one tenant. */
import type { ConnectSession, CreateConnectSession, CreatedConnectSession } from "@svc/contract";
import { bareActionId } from "./action-id.ts";
import type { List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone } from "./poll.ts";
import type { ApiRequest, CallOptions, KeyedOptions } from "./transport.ts";

/** Final statuses of a Connect session. */
const finalStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "expired"]);

/** How a tenant's calls are sent. */
export type TenantCalls = {
  call<Result>(request: ApiRequest): Promise<Result>;
  get<Result>(path: string, options?: CallOptions): Promise<Result>;
  page<Item>(path: string, name: string, query: ApiRequest["query"], options?: CallOptions): List<Item>;
};

/** @param base the tenant's path. */
export function createConnectSessionsScope({ call, get, page }: TenantCalls, platform: SdkPlatform, base: string) {
  const connectSessions = {
    /** Creates a session. `token` is for the frontend only, works once, and is returned only here. */
    create: async (body: CreateConnectSession, options: KeyedOptions = {}): Promise<CreatedConnectSession> =>
      call({
        method: "POST",
        path: `${base}/connect-sessions`,
        body: withBareActions(body),
        idempotencyKey: options.idempotencyKey ?? platform.newKey(),
        options,
      }),
    get: async (id: string, options?: CallOptions): Promise<ConnectSession> =>
      get(`${base}/connect-sessions/${segment(id)}`, options),
    list: (
      query: { status?: ConnectSession["status"]; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<ConnectSession> => page(`${base}/connect-sessions`, "connectSessions", query, options),
    cancel: async (id: string, options?: CallOptions): Promise<ConnectSession> =>
      call({ method: "POST", path: `${base}/connect-sessions/${segment(id)}:cancel`, options }),
    complete: async (id: string, completionCode: string, options?: CallOptions): Promise<ConnectSession> =>
      call({
        method: "POST",
        path: `${base}/connect-sessions/${segment(id)}:complete`,
        body: { completionCode },
        options,
      }),
    /**
     * Polls until the session has ended.
     * @param options.waitMs how long; 30 minutes by default, a session's lifetime. @param options.pollEveryMs default 2 000.
     * @param options.stopAtConfirmation also returns a session that is `awaiting_confirmation`, which only continues after
     *   `complete` is called. Without it, something else must call `complete`.
     * @throws WaitTimeoutError if it hasn't ended by then.
     */
    async wait(
      id: string,
      options: CallOptions & { waitMs?: number; pollEveryMs?: number; stopAtConfirmation?: boolean } = {},
    ): Promise<ConnectSession> {
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
  return connectSessions;
}

/** Removes the provider from the ids of the requested actions. @throws ArgumentError if one names another provider. */
function withBareActions(body: CreateConnectSession): CreateConnectSession {
  const { provider, requestedActions } = body;
  if (requestedActions === undefined) return body;
  return { ...body, requestedActions: requestedActions.map((id) => bareActionId(provider, id)) };
}
