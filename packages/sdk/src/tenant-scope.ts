/** The calls for one tenant. */
import type {
  Action,
  ActionMatch,
  Connection,
  ConnectionTest,
  ImportConnection,
  ImportedConnection,
  PolicyVerdict,
  TenantProvider,
  TenantProviderPage,
  TestPolicy,
} from "@svc/contract";
import type { ValidationResult } from "@svc/contract/validation";
import { bareActionId } from "./action-id.ts";
import { createAgentTools, type AgentTools, type ToolChoice } from "./agent-tools.ts";
import { createConnectSessionsScope } from "./connect-sessions-scope.ts";
import { bareIdFor, createConnectionScope, type ConnectionScope } from "./connection-scope.ts";
import { createExecutionsScope } from "./executions-scope.ts";
import { cursorQuery, createList, parsePage, type List } from "./listing.ts";
import { segment, tenantPath } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import { createProposalsScope } from "./proposals-scope.ts";
import type { ApiRequest, CallOptions, KeyedOptions, Transport } from "./transport.ts";

/** The calls for one tenant; returned by `client.tenant(id)`. */
export type TenantScope = ReturnType<typeof createTenantScope>;

/**
 * @param tenantId part of every path, so no call can reach another tenant by mistake.
 * @param providers remembers each connection's provider.
 */
export function createTenantScope(
  transport: Transport,
  platform: SdkPlatform,
  tenantId: string,
  providers: Map<string, string>,
) {
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
      get(`${base}/providers/${segment(provider)}/actions/${segment(bareActionId(provider, actionId))}`, options),
    /**
     * Searches all actions that the tenant can use, best match first. Accepts words in any order, such as `create
     * issue`.
     */
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
  };

  const executions = createExecutionsScope({ call, get, page }, platform, base);

  const connections = {
    get: async (id: string, options?: CallOptions): Promise<Connection> =>
      get(`${base}/connections/${segment(id)}`, options),
    list: (
      query: { provider?: string; status?: Connection["status"]; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<Connection> => page(`${base}/connections`, "connections", query, options),
    /** Destroys the stored credential; nothing is revoked at the provider. */
    disconnect: async (id: string, options?: CallOptions): Promise<Connection> =>
      call({ method: "DELETE", path: `${base}/connections/${segment(id)}`, options }),
    /**
     * Creates a connection from a credential that you already have, after the provider has confirmed it. Only for
     * service clients that an operator has allowed to import.
     */
    import: async (body: ImportConnection, options: KeyedOptions = {}): Promise<ImportedConnection> =>
      call({
        method: "POST",
        path: `${base}/connections:import`,
        body: {
          ...body,
          requestedActions: body.requestedActions.map((action) => bareActionId(body.provider, action)),
        },
        idempotencyKey: options.idempotencyKey ?? platform.newKey(),
        options,
      }),
    /** Asks the provider whether it accepts the credential. A rejected credential is a result, not an error. */
    test: async (id: string, options: KeyedOptions = {}): Promise<ConnectionTest> =>
      call({
        method: "POST",
        path: `${base}/connections/${segment(id)}:test`,
        idempotencyKey: options.idempotencyKey ?? platform.newKey(),
        options,
      }),
  };

  const connection = (id: string): ConnectionScope =>
    createConnectionScope({ transport, base, providers, executions: executions.list }, id);

  const providerCalls = {
    list: async (options?: CallOptions): Promise<TenantProvider[]> =>
      (await get<{ providers: TenantProvider[] }>(`${base}/providers`, options)).providers,
    get: async (slug: string, options?: CallOptions): Promise<TenantProviderPage> =>
      get(`${base}/providers/${segment(slug)}`, options),
  };

  return {
    id: tenantId,
    providers: providerCalls,
    actions,
    connectSessions: createConnectSessionsScope({ call, get, page }, platform, base),
    connections,
    /** The calls for one connection. @throws ArgumentError if the id is empty or a dot segment. */
    connection,
    executions,
    proposals: createProposalsScope({ call, get, page }, platform, base),
    /**
     * Returns what the policy would decide about a call with this key or token, and why. Nothing is executed or
     * proposed.
     */
    async testPolicy(body: TestPolicy, options?: CallOptions): Promise<PolicyVerdict> {
      const path = `${base}/connections/${segment(body.connection_id)}`;
      const action_id = await bareIdFor({ transport, providers }, path, body.action_id, options);
      return call({ method: "POST", path: `${base}/policy:test`, body: { ...body, action_id }, options });
    },
    /**
     * The actions that agents may call, as tools for the SDKs of OpenAI, Anthropic and Vercel: those with `mcp: true`
     * that the tenant can use and that were granted to an active connection.
     * @throws ArgumentError if `actions` names an action that isn't among them.
     */
    agentTools: async (choice: ToolChoice = {}, options?: CallOptions): Promise<AgentTools> =>
      createAgentTools({ platform, connections, providers: providerCalls, actions, connection }, choice, options),
  };
}
