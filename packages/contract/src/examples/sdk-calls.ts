/** The example request of each operation, as a call of the SDKs and of the command line. */
import type { OperationId } from "../operations.ts";
import { eventCalls } from "./event-calls.ts";
import { javascript, python, pythonCall, shellWord } from "./literals.ts";
import { operationExamples as examples } from "./operation-examples.ts";
import { exampleIds as ids, exampleKey } from "./resources.ts";
import { listed, ofTenant, same, type SdkCall } from "./sdk-call.ts";

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
  resolveExecution,
} = examples;

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
      "  --return-url https://app.example.com/connected --action issues.list --action issues.create --action user.get \\",
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
      "  --action issues.list --action issues.create --action user.get --credential @credential.json",
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

  ...eventCalls,
  listAuditEvents: listed(
    "event",
    'client.auditEvents.list({ type: "credential.used" })',
    'client.audit_events.list(type="credential.used")',
    "svc audit-events list --type credential.used",
  ),
};
