/** The TypeScript SDK under test. */
import { inspect } from "node:util";
import { ApiError, PublicCatalog, ServiceClient, SvcError } from "@svc/sdk";
import type { SdkClient, SdkError } from "./client.ts";

/** A method with its arguments in order; any others are its body or query, if it has one. */
type Method = {
  readonly path: string;
  readonly inOrder: readonly string[];
  readonly rest: "object" | "options" | "none";
};

const method = (path: string, inOrder: readonly string[] = [], rest: Method["rest"] = "none"): Method => ({
  path,
  inOrder,
  rest,
});

const methods: Readonly<Record<string, Method>> = {
  getServiceClient: method("profile"),
  createTenant: method("tenants.create", [], "object"),
  listTenants: method("tenants.list", [], "object"),
  getTenant: method("tenants.get", ["tenant_id"]),
  updateTenant: method("tenants.update", ["tenant_id"], "object"),
  deleteTenant: method("tenants.delete", ["tenant_id"], "object"),
  listAuditEvents: method("auditEvents.list", [], "object"),
  listEvents: method("events.list", [], "object"),
  readEvents: method("events.read", [], "object"),
  getEvent: method("events.get", ["event_id"]),
  getAgentAuthorization: method("agentAuthorizations.get", ["agent_authorization_id"]),
  approveAgentAuthorization: method("agentAuthorizations.approve", ["agent_authorization_id"], "object"),
  denyAgentAuthorization: method("agentAuthorizations.deny", ["agent_authorization_id"]),
  createDelegatedToken: method("delegatedTokens.create", [], "object"),
  listDelegatedTokens: method("delegatedTokens.list", [], "object"),
  getDelegatedToken: method("delegatedTokens.get", ["delegated_token_id"]),
  revokeDelegatedToken: method("delegatedTokens.revoke", ["delegated_token_id"]),
  revokeDelegatedTokens: method("delegatedTokens.revokeAll", [], "object"),
  createWebhookEndpoint: method("webhookEndpoints.create", [], "object"),
  listWebhookEndpoints: method("webhookEndpoints.list", [], "object"),
  getWebhookEndpoint: method("webhookEndpoints.get", ["webhook_endpoint_id"]),
  updateWebhookEndpoint: method("webhookEndpoints.update", ["webhook_endpoint_id"], "object"),
  deleteWebhookEndpoint: method("webhookEndpoints.delete", ["webhook_endpoint_id"]),
  rotateWebhookSecret: method("webhookEndpoints.rotateSecret", ["webhook_endpoint_id"]),
  testWebhookEndpoint: method("webhookEndpoints.test", ["webhook_endpoint_id"]),
  listWebhookDeliveries: method("webhookEndpoints.deliveries", ["webhook_endpoint_id"], "object"),
  redeliverEvent: method("webhookEndpoints.redeliver", ["webhook_endpoint_id", "event_id"]),
  listProviders: method("tenant.providers.list"),
  getProvider: method("tenant.providers.get", ["slug"]),
  listActions: method("tenant.actions.list", ["slug"]),
  getAction: method("tenant.actions.get", ["slug", "action_id"]),
  searchActions: method("tenant.actions.search", ["query"], "options"),
  executeAction: method("connection.executeUntyped", ["action_id", "input"]),
  proposeAction: method("connection.proposeUntyped", ["action_id", "input"]),
  listProposals: method("tenant.proposals.list", [], "object"),
  getProposal: method("tenant.proposals.get", ["proposal_id"]),
  decideProposal: method("tenant.proposals.decide", ["proposal_id"], "object"),
  waitForDecision: method("tenant.proposals.waitForDecision", ["proposal_id"], "options"),
  testPolicy: method("tenant.testPolicy", [], "object"),
  createConnectSession: method("tenant.connectSessions.create", [], "object"),
  listConnectSessions: method("tenant.connectSessions.list", [], "object"),
  getConnectSession: method("tenant.connectSessions.get", ["session_id"]),
  cancelConnectSession: method("tenant.connectSessions.cancel", ["session_id"]),
  completeConnectSession: method("tenant.connectSessions.complete", ["session_id", "completionCode"]),
  waitForConnectSession: method("tenant.connectSessions.wait", ["session_id"], "options"),
  listConnections: method("tenant.connections.list", [], "object"),
  getConnection: method("tenant.connections.get", ["connection_id"]),
  disconnectConnection: method("tenant.connections.disconnect", ["connection_id"]),
  importConnection: method("tenant.connections.import", [], "object"),
  testConnection: method("tenant.connections.test", ["connection_id"]),
  listExecutions: method("tenant.executions.list", [], "object"),
  getExecution: method("tenant.executions.get", ["execution_id"]),
  settleExecution: method("tenant.executions.settle", ["execution_id"]),
  waitForOutcome: method("tenant.executions.waitForOutcome", ["execution_id"], "options"),
  resolveExecution: method("tenant.executions.resolve", ["execution_id"], "object"),
  listCatalogProviders: method("catalog.providers"),
  getCatalogProvider: method("catalog.provider", ["slug"]),
  searchCatalogActions: method("catalog.searchActions", ["query"], "options"),
};

/** Operations whose `idempotencyKey` is a filter, not the request's key. */
const filtersByKey: ReadonlySet<string> = new Set(["listExecutions"]);

/** @returns the TypeScript SDK as a client under test. */
export function startTypescript(): SdkClient {
  return {
    name: "TypeScript",
    async call({ baseUrl, token, maxRetries, operation, arguments: given }) {
      const waitsMs: number[] = [];
      const sleep = async (ms: number): Promise<void> => void waitsMs.push(ms);
      let client: unknown = null;
      try {
        const settings = { baseUrl, platform: { sleep }, ...(maxRetries === undefined ? {} : { maxRetries }) };
        const isPublic = methods[operation]?.path.startsWith("catalog.") === true;
        client = isPublic ? new PublicCatalog(settings) : new ServiceClient({ ...settings, accessToken: token });
        const result = await plain(invoke(client, operation, given));
        return { result, waitsMs, shown: show(client) };
      } catch (error) {
        if (!(error instanceof SvcError)) throw error;
        return { error: facts(error), waitsMs, shown: `${show(error)} ${show(client)}` };
      }
    },
    close: async () => undefined,
  };
}

function invoke(client: unknown, operation: string, given: Readonly<Record<string, unknown>>): unknown {
  const chosen = methods[operation];
  if (chosen === undefined) throw new Error(`There is no method for ${operation}.`);
  const { tenant_id, timeoutMs, idempotencyKey, ...others } = given;
  const rest: Record<string, unknown> = { ...others };
  if (filtersByKey.has(operation) && idempotencyKey !== undefined) rest["idempotencyKey"] = idempotencyKey;
  let path = chosen.path.split(".");
  let target: unknown = client;
  if (path[0] === "tenant") target = (client as ServiceClient).tenant(String(tenant_id));
  else if (tenant_id !== undefined) rest["tenant_id"] = tenant_id;
  if (path[0] === "connection") {
    target = (client as ServiceClient).tenant(String(tenant_id)).connection(String(rest["connection_id"]));
    delete rest["connection_id"];
    delete rest["tenant_id"];
  }
  if (["tenant", "connection", "catalog"].includes(path[0] ?? "")) path = path.slice(1);
  const inOrder = chosen.inOrder.map((name) => {
    const value = rest[name];
    delete rest[name];
    return value;
  });
  const options = {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idempotencyKey === undefined || filtersByKey.has(operation) ? {} : { idempotencyKey }),
  };
  const last = { object: [rest, options], options: [{ ...rest, ...options }], none: [options] }[chosen.rest];
  const name = path.pop() ?? "";
  for (const step of path) target = (target as Record<string, unknown>)[step];
  const found = (target as Record<string, (...values: unknown[]) => unknown>)[name];
  if (found === undefined) throw new Error(`The SDK has no ${chosen.path}.`);
  return found.apply(target, [...inOrder, ...last]);
}

/** A result as data: all items of a list, null if there is no result. */
async function plain(returned: unknown): Promise<unknown> {
  if (typeof returned === "object" && returned !== null && Symbol.asyncIterator in returned) {
    const items: unknown[] = [];
    for await (const item of returned as AsyncIterable<unknown>) items.push(item);
    return items;
  }
  return (await returned) ?? null;
}

function facts(error: SvcError): SdkError {
  const refusal = error.cause instanceof ApiError ? { refusal: error.cause.code } : {};
  return { ...Object.fromEntries(Object.entries(error)), ...refusal, class: error.name };
}

function show(value: unknown): string {
  const text = value instanceof Error ? `${value.message} ${value.stack} ${inspect(value.cause)}` : "";
  return `${text} ${JSON.stringify(value)} ${inspect(value, { depth: 9, showHidden: true })}`;
}
