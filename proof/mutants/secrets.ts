/** Faults that leak a secret, or that let a caller reach another caller's data. */
import { at, type Mutant } from "./mutant.ts";

const leaks = "secrets in records, logs, errors and replays";
const reach = "a caller reaching another's tenant";
const storeTests = ["packages/server/test/adapters/store/sqlite.test.ts"];
const settleAttempt = "packages/server/src/domain/executions/settle.ts";
const canaries = ["packages/server/test/entry/mcp/calls.test.ts"];

/** Secrets and isolation. */
export const secrets: readonly Mutant[] = [
  {
    name: "headers-logged-at-debug",
    breaks: leaks,
    ...at(
      "packages/server/src/entry/rest/app.ts",
      "    // RFC 9112 §3.2: exactly one Host.\n",
      "    request.log.debug({ headers: request.raw.headers });\n",
    ),
    tests: ["packages/server/test/entry/rest/log.test.ts"],
  },
  {
    name: "providers-message-passed-on",
    breaks: leaks,
    ...at(
      "providers/doppler/src/errors.ts",
      "(status ${String(status)}). Check the input",
      '(status ${String(status)}): ${messagesOf(response.body).join(" ")}. Check the input',
    ),
    tests: ["providers/doppler/test/errors.test.ts"],
  },
  {
    name: "sensitive-output-kept-in-the-record",
    breaks: "promise 5",
    ...at(settleAttempt, "safeOutput(action, output) : null,", "(output ?? safeOutput(action, output)) : null,"),
    tests: canaries,
  },
  {
    name: "sensitive-input-kept-in-the-record",
    breaks: "promise 5",
    ...at(
      "packages/server/src/domain/executions/carry-out.ts",
      "summaryInput: dropUnrecorded(action.input, parsed.input),",
      "summaryInput: parsed.input ?? dropUnrecorded(action.input, parsed.input),",
    ),
    tests: canaries,
  },
  {
    name: "content-kept-in-the-record",
    breaks: "promise 5",
    ...at(
      "packages/contract/src/sensitive.ts",
      "return schema[contentKeyword] === true || isSecret(schema);",
      "return schema[contentKeyword] === undefined ? isSecret(schema) : false;",
    ),
    tests: canaries,
  },
  {
    name: "account-that-echoes-a-secret-kept",
    breaks: leaks,
    ...at(
      "packages/server/src/domain/provider-calls/identify.ts",
      "text.length <= keptCharsMax && !echoes(call.secrets(), text)",
      'text.length <= keptCharsMax && !(echoes(call.secrets(), text) && text === "")',
    ),
    tests: ["packages/server/test/domain/provider-calls/identify.test.ts"],
  },
  {
    name: "defect-logged-with-its-message",
    breaks: leaks,
    ...at(
      "packages/server/src/entry/rest/problems.ts",
      "return { name, code: findCode(error),",
      "return { name: error instanceof Error ? `${name} ${error.message}` : name, code: findCode(error),",
    ),
    tests: ["packages/server/test/entry/rest/problems.test.ts"],
  },
  {
    name: "credential-left-after-a-disconnect",
    breaks: "a stolen database or backup",
    ...at(
      "packages/server/src/adapters/store/connections/connections.ts",
      'await queries.deleteFrom("credentials").where("connection_id", "=", connectionId).execute();',
      'await queries.deleteFrom("credentials").where("connection_id", "=", "").execute();',
    ),
    tests: storeTests,
    pattern: "disconnecting",
  },
  {
    name: "signing-secret-in-the-audit-trail",
    breaks: leaks,
    ...at(
      "packages/server/src/domain/webhooks/endpoints.ts",
      "times, actorOf(caller));",
      "times, `key:${withSecret(await find(caller, id)).secret ?? ''}`);",
    ),
    tests: ["proof/canaries/canaries.test.ts"],
    pattern: "reliability.canaries",
  },
  {
    name: "tenant-forgotten-in-a-listing",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/executions/lists.ts",
      "const ofTenant = `client_id = :clientId and tenant_id = :tenantId\n",
      "const ofTenant = `client_id = :clientId\n",
    ),
    tests: storeTests,
    pattern: "lists by",
  },
  {
    name: "tenant-forgotten-in-the-listing-of-connections",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/connections/connections.ts",
      '"client_id = :clientId", "tenant_id = :tenantId", isLivingTenant',
      '"client_id = :clientId", isLivingTenant',
    ),
    tests: storeTests,
    pattern: "lists by",
  },
  {
    name: "tenant-forgotten-in-the-listing-of-sessions",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/connect/sessions.ts",
      '"client_id = :clientId", "tenant_id = :tenantId", isLivingTenant',
      '"client_id = :clientId", isLivingTenant',
    ),
    tests: storeTests,
    pattern: "past its expiry",
  },
  {
    name: "client-forgotten-in-a-look-up",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/connections/connections.ts",
      '    .where("connections.client_id", "=", clientId)\n',
      "",
    ),
    tests: storeTests,
    pattern: "doesn't find another",
  },
  {
    name: "client-forgotten-in-the-place-of-an-execution",
    breaks: reach,
    ...at("packages/server/src/adapters/store/executions/executions.ts", " and t.client_id = :clientId", ""),
    tests: storeTests,
    pattern: "finds tenant, connection and credential with one look-up",
  },
  {
    name: "connection-of-another-tenant-in-the-place-of-an-execution",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/executions/executions.ts",
      " and c.tenant_id = t.id and c.client_id = t.client_id",
      "",
    ),
    tests: storeTests,
    pattern: "finds tenant, connection and credential with one look-up",
  },
  {
    name: "cached-connection-of-another-tenant",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/executions/claim.ts",
      "and tenant_id = :tenantId and status",
      "and status",
    ),
    tests: storeTests,
    pattern: "claim with another credential",
  },
  {
    name: "scope-of-everything",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/work.ts",
      'return { name: "svc.client_id", value: scope.client };',
      'return { name: "svc.system", value: "on" };',
    ),
    tests: ["packages/server/test/adapters/store/postgres-scopes.test.ts"],
  },
  {
    name: "scope-forgotten-in-one-look-up",
    breaks: reach,
    ...at(
      "packages/server/src/adapters/store/executions/executions.ts",
      "list: (clientId, tenantId, query) =>\n      context.list({ client: clientId },",
      'list: (clientId, tenantId, query) =>\n      context.list("system",',
    ),
    tests: ["packages/server/test/adapters/store/scopes.test.ts"],
  },
  {
    name: "mcp-shows-an-action-that-is-not-for-agents",
    breaks: "promise 5",
    ...at(
      "packages/server/src/entry/mcp/tools.ts",
      "provider.actions.filter(({ mcp }) => mcp)",
      "provider.actions.filter(({ id }) => id)",
    ),
    tests: ["packages/server/test/entry/mcp/tools.test.ts"],
  },
];
