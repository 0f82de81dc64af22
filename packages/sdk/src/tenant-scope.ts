/** Everything that is done for one tenant. */
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
import { at, createList, pageOf, type List } from "./listing.ts";
import { segment, tenantPath } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import type { ApiRequest, CallOptions, KeyedOptions, Transport } from "./transport.ts";

/** Statuses that a session does not leave. */
const finalStatuses: ReadonlySet<string> = new Set(["completed", "failed", "cancelled", "expired"]);

/** One look at a session takes no longer, in milliseconds. */
const pollTimeoutMs = 60_000;

/** An executed action, and whether the answer was a replay of its key's first one. */
export type ExecuteResult = ExecutedAction & { replayed: boolean };

/** The calls of one tenant; made by `client.tenant(id)`. */
export type TenantScope = ReturnType<typeof createTenantScope>;

/** @param tenantId every path is under it, so that no call can reach another tenant by mistake. */
export function createTenantScope(transport: Transport, platform: SdkPlatform, tenantId: string) {
  const base = tenantPath(tenantId);
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  const get = <Result>(path: string, options?: CallOptions): Promise<Result> => call({ method: "GET", path, options });
  const page = <Item>(path: string, name: string, query: ApiRequest["query"], options?: CallOptions): List<Item> =>
    createList(async (cursor) =>
      pageOf(await call({ method: "GET", path, query: { ...query, ...at(cursor) }, options }), name),
    );

  const actions = {
    /** The effective actions of a provider. */
    list: async (provider: string, options?: CallOptions): Promise<Action[]> =>
      (await get<{ actions: Action[] }>(`${base}/providers/${segment(provider)}/actions`, options)).actions,
    get: async (provider: string, actionId: string, options?: CallOptions): Promise<Action> =>
      get(`${base}/providers/${segment(provider)}/actions/${segment(actionId)}`, options),
    /** Searches the effective actions of every provider, best first: words in any order, such as `create issue`. */
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
    /** Validates an input against the tenant's effective schema, here; the input is not sent anywhere. */
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
     * Executes an action. A write needs an `idempotencyKey`: make it and store it before the first call.
     * @throws ActionOutcomeUnknownError when nobody can know whether it took effect.
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
    /** Opens a session. `token` is for the frontend alone, works once, and is in this answer only. */
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
     * @param options.waitMs how long, 30 minutes by default, a session's whole life; @param options.pollEveryMs 2 000.
     * @param options.stopAtConfirmation also returns a session that is `awaiting_confirmation`: it only goes on once
     *   `complete` is called. Without it, wait for somebody else to do that.
     * @throws WaitTimeoutError when it has not ended by then.
     */
    async wait(
      id: string,
      options: CallOptions & { waitMs?: number; pollEveryMs?: number; stopAtConfirmation?: boolean } = {},
    ): Promise<ConnectSession> {
      const { waitMs = 30 * 60_000, pollEveryMs = 2000, stopAtConfirmation = false, signal, timeoutMs } = options;
      const until = platform.nowMs() + waitMs;
      for (let status = "not known"; ;) {
        const leftMs = until - platform.nowMs();
        if (leftMs <= 0)
          throw new WaitTimeoutError(`The Connect session did not end in time; its status is ${status}.`);
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
      /** Asks the provider whether the credential is alive; a dead one is an answer, not an error. */
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
      /** Settles an unknown outcome, once. */
      resolve: async (id: string, resolution: ResolveExecution, options?: CallOptions): Promise<Execution> =>
        call({ method: "POST", path: `${base}/action-executions/${segment(id)}:resolve`, body: resolution, options }),
    },
  };
}
