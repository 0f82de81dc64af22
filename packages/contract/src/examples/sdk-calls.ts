/** How the SDKs and the command line make the request of each example. */
import type { OperationId } from "../operations.ts";
import { javascript, python, pythonCall, shellWord, snakeCase } from "./literals.ts";
import { operationExamples as examples } from "./operation-examples.ts";
import { exampleIds as ids, exampleKey } from "./resources.ts";

/** One call in each form that there is. The command acts for the tenant in `SVC_TENANT_ID`. */
export type SdkCall = { readonly typescript: string; readonly python: string; readonly cli: string | null };

const {
  createTenant,
  updateTenant,
  createConnectSession,
  importConnection,
  executeAction,
  proposeAction,
  decideProposal,
  testPolicy,
  createDelegatedToken,
  approveAgentAuthorization,
  createWebhookEndpoint,
  resolveExecution,
} = examples;

/** A call whose arguments look the same in both languages. */
function same(name: string | null, call: string, cli: string | null): SdkCall {
  const inPython = call.replaceAll(/\.[a-z]+[A-Z]\w*/g, snakeCase);
  return {
    typescript: `${name === null ? "" : `const ${name} = `}await ${call};`,
    python: `${name === null ? "" : `${name} = `}${inPython}`,
    cli,
  };
}

/** A call that returns the items of all pages. */
function listed(item: string, typescript: string, python: string, cli: string | null): SdkCall {
  return {
    typescript: `for await (const ${item} of ${typescript}) console.log(${item});`,
    python: `for ${item} in ${python}:\n    print(${item})`,
    cli,
  };
}

/** A call on a tenant. */
function ofTenant({ typescript, python, cli }: SdkCall): SdkCall {
  return {
    typescript: `const tenant = client.tenant("${ids.tenant}");\n${typescript}`,
    python: `tenant = client.tenant("${ids.tenant}")\n${python}`,
    cli,
  };
}

/** The calls by operation. Operations for browsers, agents and monitoring have none. */
export const sdkCalls: { readonly [Id in OperationId]?: SdkCall } = {
  getServiceClient: same("profile", "client.profile()", "svc auth status"),
  createTenant: {
    typescript: `const tenant = await client.tenants.create(${javascript(createTenant.body)});`,
    python: pythonCall("tenant = client.tenants.create", [], createTenant.body),
    cli: "svc tenants create --external-id acme --display-name 'Acme Inc.' --label eu",
  },
  listTenants: listed(
    "tenant",
    'client.tenants.list({ externalId: "acme" })',
    'client.tenants.list(external_id="acme")',
    "svc tenants list --external-id acme",
  ),
  getTenant: same("tenant", `client.tenants.get("${ids.tenant}")`, `svc tenants get ${ids.tenant}`),
  updateTenant: {
    typescript: `const tenant = await client.tenants.update("${ids.tenant}", ${javascript(updateTenant.body)});`,
    python: pythonCall("tenant = client.tenants.update", [ids.tenant], updateTenant.body),
    cli: `svc tenants update ${ids.tenant} --display-name 'Acme Ltd.'`,
  },
  deleteTenant: same(null, `client.tenants.delete("${ids.tenant}")`, `svc tenants delete ${ids.tenant}`),

  listCatalogProviders: same("providers", "catalog.providers()", null),
  getCatalogProvider: same("provider", 'catalog.provider("github")', null),
  searchCatalogActions: same("actions", 'catalog.searchActions("create issue")', null),
  listProviders: ofTenant(same("providers", `tenant.providers.list()`, "svc providers list")),
  getProvider: ofTenant(same("provider", `tenant.providers.get("github")`, "svc providers get github")),
  searchActions: ofTenant(same("actions", `tenant.actions.search("create issue")`, "svc actions search create issue")),
  listActions: ofTenant(same("actions", `tenant.actions.list("github")`, "svc actions list github")),
  getAction: ofTenant(
    same("action", `tenant.actions.get("github", "issues.create")`, "svc actions get github/issues.create"),
  ),

  createConnectSession: ofTenant({
    typescript: `const session = await tenant.connectSessions.create(${javascript(createConnectSession.body)});`,
    python: pythonCall("session = tenant.connect_sessions.create", [], createConnectSession.body),
    cli: [
      "svc connect-sessions create --provider github --origin https://app.example.com \\",
      "  --return-url https://app.example.com/connected --action issues.list --action issues.create \\",
      "  --auth-kind oauth2_authorization_code --completion confirmed",
    ].join("\n"),
  }),
  listConnectSessions: ofTenant(
    listed(
      "session",
      `tenant.connectSessions.list({ status: "completed" })`,
      `tenant.connect_sessions.list(status="completed")`,
      "svc connect-sessions list --status completed",
    ),
  ),
  getConnectSession: ofTenant(
    same("session", `tenant.connectSessions.get("${ids.session}")`, `svc connect-sessions get ${ids.session}`),
  ),
  cancelConnectSession: ofTenant(
    same("session", `tenant.connectSessions.cancel("${ids.session}")`, `svc connect-sessions cancel ${ids.session}`),
  ),
  completeConnectSession: ofTenant(
    same(
      "session",
      `tenant.connectSessions.complete("${ids.session}", "cc_…")`,
      `svc connect-sessions complete ${ids.session} --completion-code cc_…`,
    ),
  ),

  listConnections: ofTenant(
    listed(
      "connection",
      `tenant.connections.list({ provider: "github" })`,
      `tenant.connections.list(provider="github")`,
      "svc connections list --provider github",
    ),
  ),
  importConnection: ofTenant({
    typescript: `const imported = await tenant.connections.import(${javascript(importConnection.body)});`,
    python: pythonCall("imported = tenant.connections.import_", [], importConnection.body),
    cli: [
      "svc connections import --provider github --auth-kind oauth2_authorization_code \\",
      "  --action issues.list --action issues.create --credential @credential.json",
    ].join("\n"),
  }),
  getConnection: ofTenant(
    same("connection", `tenant.connections.get("${ids.connection}")`, `svc connections get ${ids.connection}`),
  ),
  disconnectConnection: ofTenant(
    same(
      "connection",
      `tenant.connections.disconnect("${ids.connection}")`,
      `svc connections disconnect ${ids.connection}`,
    ),
  ),
  testConnection: ofTenant(
    same("result", `tenant.connections.test("${ids.connection}")`, `svc connections test ${ids.connection}`),
  ),

  executeAction: ofTenant({
    typescript: [
      `const connection = tenant.connection("${ids.connection}");`,
      `const input = ${javascript(executeAction.body.input, 14)};`,
      'const { execution, output } = await connection.execute("issues.create", input, {',
      `  idempotencyKey: "${exampleKey}",`,
      "});",
    ].join("\n"),
    python: [
      `connection = tenant.connection("${ids.connection}")`,
      `issue = ${python(executeAction.body.input, 8)}`,
      `result = connection.execute("issues.create", issue, idempotency_key="${exampleKey}")`,
    ].join("\n"),
    cli: [
      `svc actions execute issues.create --connection ${ids.connection} \\`,
      `  --input ${shellWord(JSON.stringify(executeAction.body.input))} \\`,
      `  --idempotency-key ${exampleKey}`,
    ].join("\n"),
  }),
  listExecutions: ofTenant(
    listed(
      "execution",
      `tenant.executions.list({ idempotencyKey: "${exampleKey}" })`,
      `tenant.executions.list(idempotency_key="${exampleKey}")`,
      `svc executions list --idempotency-key ${exampleKey}`,
    ),
  ),
  getExecution: ofTenant(
    same("execution", `tenant.executions.get("${ids.execution}")`, `svc executions get ${ids.execution}`),
  ),
  settleExecution: ofTenant(
    same(
      "execution",
      `tenant.executions.settle("${ids.unknownExecution}")`,
      `svc executions settle ${ids.unknownExecution}`,
    ),
  ),
  resolveExecution: ofTenant({
    typescript: `const execution = await tenant.executions.resolve("${ids.unknownExecution}", ${javascript(resolveExecution.body, 80)});`,
    python: pythonCall("execution = tenant.executions.resolve", [ids.unknownExecution], resolveExecution.body),
    cli: `svc executions resolve ${ids.unknownExecution} --outcome succeeded --note 'Issue #1348 exists.'`,
  }),

  proposeAction: ofTenant({
    typescript: [
      `const connection = tenant.connection("${ids.connection}");`,
      `const input = ${javascript(proposeAction.body.input, 14)};`,
      `const proposal = await connection.propose("issues.create", input, { idempotencyKey: "${exampleKey}" });`,
    ].join("\n"),
    python: [
      `connection = tenant.connection("${ids.connection}")`,
      `issue = ${python(proposeAction.body.input, 8)}`,
      `proposal = connection.propose("issues.create", issue, idempotency_key="${exampleKey}")`,
    ].join("\n"),
    cli: [
      `svc actions propose issues.create --connection ${ids.connection} \\`,
      `  --input ${shellWord(JSON.stringify(proposeAction.body.input))} \\`,
      `  --idempotency-key ${exampleKey}`,
    ].join("\n"),
  }),
  listProposals: ofTenant(
    listed(
      "proposal",
      'tenant.proposals.list({ status: "pending" })',
      'tenant.proposals.list(status="pending")',
      "svc proposals list --status pending",
    ),
  ),
  getProposal: ofTenant(
    same("proposal", `tenant.proposals.get("${ids.proposal}")`, `svc proposals get ${ids.proposal}`),
  ),
  decideProposal: ofTenant({
    typescript: `const proposal = await tenant.proposals.decide("${ids.proposal}", ${javascript(decideProposal.body)});`,
    python: pythonCall("proposal = tenant.proposals.decide", [ids.proposal], decideProposal.body),
    cli: [
      `svc proposals decide ${ids.proposal} --decision approve --decided-by maria@example.com \\`,
      `  --digest ${decideProposal.body.digest} --reason 'Known regression.'`,
    ].join("\n"),
  }),
  testPolicy: ofTenant({
    typescript: `const verdict = await tenant.testPolicy(${javascript(testPolicy.body)});`,
    python: pythonCall("verdict = tenant.test_policy", [], testPolicy.body),
    cli: [
      `svc policy test issues.create --connection ${ids.connection} \\`,
      `  --input ${shellWord(JSON.stringify(testPolicy.body.input))}`,
    ].join("\n"),
  }),

  createDelegatedToken: {
    typescript: `const token = await client.delegatedTokens.create(${javascript(createDelegatedToken.body)});`,
    python: pythonCall("token = client.delegated_tokens.create", [], createDelegatedToken.body),
    cli: [
      `svc tokens create --tenant ${ids.tenant} --connection ${ids.connection} --action 'github/issues.*' \\`,
      "  --max-effect write --max-executions 20 --subject user-318 --agent triage-bot --label ticket-4711",
    ].join("\n"),
  },
  listDelegatedTokens: listed(
    "token",
    'client.delegatedTokens.list({ label: "ticket-4711" })',
    'client.delegated_tokens.list(label="ticket-4711")',
    "svc tokens list --label ticket-4711",
  ),
  getDelegatedToken: same(
    "token",
    `client.delegatedTokens.get("${ids.delegatedToken}")`,
    `svc tokens get ${ids.delegatedToken}`,
  ),
  revokeDelegatedToken: same(
    "token",
    `client.delegatedTokens.revoke("${ids.delegatedToken}")`,
    `svc tokens revoke ${ids.delegatedToken}`,
  ),
  revokeDelegatedTokens: {
    typescript: 'const { revoked } = await client.delegatedTokens.revokeAll({ label: "ticket-4711" });',
    python: 'revoked = client.delegated_tokens.revoke_all(label="ticket-4711")',
    cli: "svc tokens revoke --label ticket-4711",
  },

  getAgentAuthorization: same("authorization", `client.agentAuthorizations.get("${ids.agentAuthorization}")`, null),
  approveAgentAuthorization: {
    typescript: `const { continueUrl } = await client.agentAuthorizations.approve("${ids.agentAuthorization}", ${javascript(approveAgentAuthorization.body)});`,
    python: pythonCall(
      "decided = client.agent_authorizations.approve",
      [ids.agentAuthorization],
      approveAgentAuthorization.body,
    ),
    cli: null,
  },
  denyAgentAuthorization: same("decided", `client.agentAuthorizations.deny("${ids.agentAuthorization}")`, null),

  listEvents: listed(
    "event",
    'client.events.list({ type: "action_execution.outcome_unknown" })',
    'client.events.list(type="action_execution.outcome_unknown")',
    "svc events list --type action_execution.outcome_unknown",
  ),
  getEvent: same("event", `client.events.get("${ids.event}")`, null),
  createWebhookEndpoint: {
    typescript: `const endpoint = await client.webhookEndpoints.create(${javascript(createWebhookEndpoint.body, 50)});`,
    python: pythonCall("endpoint = client.webhook_endpoints.create", [], createWebhookEndpoint.body),
    cli: [
      "svc webhooks create --url https://hooks.example.com/svc --description 'On-call alerts' \\",
      "  --event-type action_execution.outcome_unknown --event-type connection.needs_reconnect",
    ].join("\n"),
  },
  listWebhookEndpoints: listed(
    "endpoint",
    "client.webhookEndpoints.list()",
    "client.webhook_endpoints.list()",
    "svc webhooks list",
  ),
  getWebhookEndpoint: same(
    "endpoint",
    `client.webhookEndpoints.get("${ids.webhookEndpoint}")`,
    `svc webhooks get ${ids.webhookEndpoint}`,
  ),
  updateWebhookEndpoint: {
    typescript: `const endpoint = await client.webhookEndpoints.update("${ids.webhookEndpoint}", { status: "disabled" });`,
    python: `endpoint = client.webhook_endpoints.update("${ids.webhookEndpoint}", status="disabled")`,
    cli: `svc webhooks update ${ids.webhookEndpoint} --status disabled`,
  },
  deleteWebhookEndpoint: same(
    null,
    `client.webhookEndpoints.delete("${ids.webhookEndpoint}")`,
    `svc webhooks delete ${ids.webhookEndpoint}`,
  ),
  rotateWebhookSecret: same(
    "endpoint",
    `client.webhookEndpoints.rotateSecret("${ids.webhookEndpoint}")`,
    `svc webhooks rotate-secret ${ids.webhookEndpoint}`,
  ),
  testWebhookEndpoint: same(
    "event",
    `client.webhookEndpoints.test("${ids.webhookEndpoint}")`,
    `svc webhooks test ${ids.webhookEndpoint}`,
  ),
  listWebhookDeliveries: listed(
    "delivery",
    `client.webhookEndpoints.deliveries("${ids.webhookEndpoint}", { status: "delivered" })`,
    `client.webhook_endpoints.deliveries("${ids.webhookEndpoint}", status="delivered")`,
    `svc webhooks deliveries ${ids.webhookEndpoint} --status delivered`,
  ),
  redeliverEvent: same(
    "delivery",
    `client.webhookEndpoints.redeliver("${ids.webhookEndpoint}", "${ids.event}")`,
    `svc webhooks redeliver ${ids.webhookEndpoint} ${ids.event}`,
  ),
  listAuditEvents: listed(
    "event",
    'client.auditEvents.list({ type: "credential.used" })',
    'client.audit_events.list(type="credential.used")',
    "svc audit-events list --type credential.used",
  ),
};
