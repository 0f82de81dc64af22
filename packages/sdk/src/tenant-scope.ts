/** The calls for one tenant. */
import type { PolicyVerdict, TestPolicy } from "@svc/contract";
import type { ValidationResult } from "@svc/contract/validation";
import { createAgentTools, type AgentTools, type ToolChoice } from "./agent-tools.ts";
import { createCalls } from "./calls.ts";
import { createConnectSessions, type WaitingConnectSessions } from "./connect-sessions.ts";
import { bareIdFor, createConnectionScope, type ConnectionScope } from "./connection-scope.ts";
import { createExecutions, type WaitingExecutions } from "./executions.ts";
import { createActionsScope, type ActionsScope } from "./generated/actions.ts";
import { createConnectionsScope, type ConnectionsScope } from "./generated/connections.ts";
import { createProvidersScope, type ProvidersScope } from "./generated/providers.ts";
import { segment, tenantPath } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import { createProposals, type WaitingProposals } from "./proposals.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** The calls for actions; `client.tenant(id).actions`. */
export type ValidatingActions = ActionsScope & {
  /** Validates an input locally against the tenant's schema. The input isn't sent. */
  validate: (provider: string, actionId: string, input: unknown, options?: CallOptions) => Promise<ValidationResult>;
};

/** The calls for one tenant; returned by `client.tenant(id)`. */
export type TenantScope = {
  id: string;
  providers: ProvidersScope;
  actions: ValidatingActions;
  connectSessions: WaitingConnectSessions;
  connections: ConnectionsScope;
  /** The calls for one connection. @throws ArgumentError if the id is empty or a dot segment. */
  connection: (connectionId: string) => ConnectionScope;
  executions: WaitingExecutions;
  proposals: WaitingProposals;
  /**
   * Returns what the policy would decide about a call with this key or token, and why. Nothing is executed or
   * proposed.
   */
  testPolicy: (body: TestPolicy, options?: CallOptions) => Promise<PolicyVerdict>;
  /**
   * The actions that agents may call, as tools for the SDKs of OpenAI, Anthropic and Vercel: those with `mcp: true`
   * that the tenant can use and that were granted to an active connection.
   * @throws ArgumentError if `actions` names an action that isn't among them.
   */
  agentTools: (choice?: ToolChoice, options?: CallOptions) => Promise<AgentTools>;
};

/**
 * @param tenantId part of every path, so no call can reach another tenant by mistake.
 * @param known remembers each connection's provider.
 */
export function createTenantScope(
  transport: Transport,
  platform: SdkPlatform,
  tenantId: string,
  known: Map<string, string>,
): TenantScope {
  const base = tenantPath(tenantId);
  const calls = createCalls(transport, platform);
  const actions = createActionsScope(calls, base);
  const connections = createConnectionsScope(calls, base);
  const providers = createProvidersScope(calls, base);
  const executions = createExecutions(calls, platform, base);
  const connection = (id: string): ConnectionScope =>
    createConnectionScope({ transport, base, providers: known, executions: executions.list }, id);
  return {
    id: tenantId,
    providers,
    actions: {
      ...actions,
      async validate(provider, actionId, input, options) {
        const action = await actions.get(provider, actionId, options);
        const { validateAgainst } = await import("@svc/contract/validation");
        return validateAgainst(action.inputSchema, input);
      },
    },
    connectSessions: createConnectSessions(calls, platform, base),
    connections,
    connection,
    executions,
    proposals: createProposals(calls, platform, base),
    async testPolicy(body, options) {
      const path = `${base}/connections/${segment(body.connection_id)}`;
      const action_id = await bareIdFor({ transport, providers: known }, path, body.action_id, options);
      return calls.call({ method: "POST", path: `${base}/policy:test`, body: { ...body, action_id }, options });
    },
    agentTools: async (choice = {}, options) =>
      createAgentTools({ platform, connections, providers, actions, connection }, choice, options),
  };
}
