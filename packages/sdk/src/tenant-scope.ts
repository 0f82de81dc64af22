/** The calls for one tenant. */
import type {
  Action,
  ActionMatch,
  Connection,
  ConnectionTest,
  ConnectSession,
  CreateConnectSession,
  CreatedConnectSession,
  ExecutedAction,
  Execution,
  ResolveExecution,
  TenantProvider,
  TenantProviderPage,
} from "@svc/contract";
import type { ValidationResult } from "@svc/contract/validation";
import { TimeoutError, WaitTimeoutError } from "./errors.ts";
import { cursorQuery, createList, parsePage, type List } from "./listing.ts";
import { segment, tenantPath } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import type { ApiRequest, CallOptions, KeyedOptions, Transport } from "./transport.ts";

/** Final statuses of a Connect session. */
const finalStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "expired"]);

/** Time limit for one poll of a session, in milliseconds. */
const pollTimeoutMs = 60_000;

/** An executed action, and whether the answer replays the key's first one. */
export type ExecuteResult = ExecutedAction & { replayed: boolean };

/** The calls for one tenant; returned by `client.tenant(id)`. */
export type TenantScope = ReturnType<typeof createTenantScope>;

/** @param tenantId every path is under it, so no call can reach another tenant by mistake. */
export function createTenantScope(transport: Transport, platform: SdkPlatform, tenantId: string) {
  const base = tenantPath(tenantId);
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  const get = <Result>(path: string, options?: CallOptions): Promise<Result> => call({ method: "GET", path, options });
  const page = <Item>(path: string, name: string, query: ApiRequest["query"], options?: CallOptions): List<Item> =>
    createList(async (cursor) =>
      parsePage(await call({ method: "GET", path, query: { ...query, ...cursorQuery(cursor) }, options }), name),
    );

  const actions = {
    /** The actions of a provider that the tenant can use. */
    list: async (provider: string, options?: CallOptions): Promise<Action[]> =>
      (await get<{ actions: Action[] }>(`${base}/providers/${segment(provider)}/actions`, options)).actions,
    get: async (provider: string, actionId: string, options?: CallOptions): Promise<Action> =>
      get(`${base}/providers/${segment(provider)}/actions/${segment(actionId)}`, options),
    /** Searches all actions that the tenant can use, best match first. Takes words in any order, such as `create issue`. */
    search: async (
      query: string,
      { provider, limit, ...options }: CallOptions & { provider?: string; limit?: number } = {},
    ): Promise<ActionMatch[]> => {
      const found = await call<{ actions: ActionMatch[] }>({
        method: "GET",
        path: `${base}/actions`,
        query: { query, provider, limit },
        options,
      });
      return found.actions;
    },
    /** Validates an input locally against the tenant's schema. The input isn't sent. */
    async validate(
      provider: string,
      actionId: string,
      input: unknown,
      options?: CallOptions,
    ): Promise<ValidationResult> {
      const action = await actions.get(provider, actionId, options);
      const { validateAgainst } = await import("@svc/contract/validation");
      return validateAgainst(action.inputSchema, input);
    },
    /**
     * Executes an action. A write needs an `idempotencyKey`: create and store it before the first call.
     * @throws ActionOutcomeUnknownError if the write may or may not have taken effect.
     */
    async execute(
      connectionId: string,
      actionId: string,
      input: Record<string, unknown>,
      options: KeyedOptions = {},
    ): Promise<ExecuteResult> {
      const answer = await transport.send({
        method: "POST",
        path: `${base}/connections/${segment(connectionId)}/actions/${segment(actionId)}:execute`,
        body: { input },
        idempotencyKey: options.idempotencyKey,
        options,
      });
      return { ...(answer.body as ExecutedAction), replayed: answer.replayed };
    },
  };

  const connectSessions = {
    /** Creates a session. `token` is for the frontend only, works once, and is only in this answer. */
    create: async (body: CreateConnectSession, options: KeyedOptions = {}): Promise<CreatedConnectSession> =>
      call({
        method: "POST",
        path: `${base}/connect-sessions`,
        body,
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
      const until = platform.nowMs() + waitMs;
      for (let status = "not known"; ;) {
        const leftMs = until - platform.nowMs();
        if (leftMs <= 0) throw new WaitTimeoutError(`The Connect session didn't end in time; its status is ${status}.`);
        try {
          const session = await connectSessions.get(id, {
            timeoutMs: Math.min(leftMs, timeoutMs ?? leftMs, pollTimeoutMs),
            ...(signal === undefined ? {} : { signal }),
          });
          if (finalStatuses.has(session.status)) return session;
          if (stopAtConfirmation && session.status === "awaiting_confirmation") return session;
          status = session.status;
        } catch (error) {
          if (!(error instanceof TimeoutError) || platform.nowMs() < until) throw error;
        }
        await platform.sleep(Math.max(0, Math.min(pollEveryMs, until - platform.nowMs())), signal);
      }
    },
  };

  return {
    id: tenantId,
    providers: {
      list: async (options?: CallOptions): Promise<TenantProvider[]> =>
        (await get<{ providers: TenantProvider[] }>(`${base}/providers`, options)).providers,
      get: async (slug: string, options?: CallOptions): Promise<TenantProviderPage> =>
        get(`${base}/providers/${segment(slug)}`, options),
    },
    actions,
    connectSessions,
    connections: {
      get: async (id: string, options?: CallOptions): Promise<Connection> =>
        get(`${base}/connections/${segment(id)}`, options),
      list: (
        query: { provider?: string; status?: Connection["status"]; limit?: number; cursor?: string } = {},
        options?: CallOptions,
      ): List<Connection> => page(`${base}/connections`, "connections", query, options),
      /** Destroys the stored credential; nothing is revoked at the provider. */
      disconnect: async (id: string, options?: CallOptions): Promise<Connection> =>
        call({ method: "DELETE", path: `${base}/connections/${segment(id)}`, options }),
      /** Asks the provider whether it accepts the credential. A rejected credential is a result, not an error. */
      test: async (id: string, options: KeyedOptions = {}): Promise<ConnectionTest> =>
        call({
          method: "POST",
          path: `${base}/connections/${segment(id)}:test`,
          idempotencyKey: options.idempotencyKey ?? platform.newKey(),
          options,
        }),
    },
    executions: {
      get: async (id: string, options?: CallOptions): Promise<Execution> =>
        get(`${base}/action-executions/${segment(id)}`, options),
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
      ): List<Execution> => page(`${base}/action-executions`, "executions", query, options),
      /** Resolves an unknown outcome, once. */
      resolve: async (id: string, resolution: ResolveExecution, options?: CallOptions): Promise<Execution> =>
        call({ method: "POST", path: `${base}/action-executions/${segment(id)}:resolve`, body: resolution, options }),
    },
  };
}
