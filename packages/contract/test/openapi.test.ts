/** The operations table, and the API description built from it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOpenApi, errorTable, operationList, operations } from "../src/index.ts";
import { eventTypes } from "../src/event.ts";
import { namedEnums } from "../src/named-enums.ts";

type Json = Record<string, unknown>;
const document = buildOpenApi({ serverUrl: "https://svc.acme.io", docsUrl: "https://docs.acme.io", version: "1.2.3" });

function at(...path: string[]): unknown {
  return path.reduce<unknown>((node, token) => (node as Json | undefined)?.[token], document);
}

function walk(node: unknown, visit: (node: Json) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) visit(node as Json);
  for (const part of Object.values(node)) walk(part, visit);
}

/** The operations of contract §3 and §5.4. */
const contractRoutes = `GET /v1/service-client|POST /v1/tenants|GET /v1/tenants|GET /v1/tenants/{tenant_id}
PATCH /v1/tenants/{tenant_id}|DELETE /v1/tenants/{tenant_id}|GET /v1/tenants/{tenant_id}/providers
GET /v1/tenants/{tenant_id}/providers/{slug}|GET /v1/tenants/{tenant_id}/providers/{slug}/actions
GET /v1/tenants/{tenant_id}/providers/{slug}/actions/{action_id}|POST /v1/tenants/{tenant_id}/connect-sessions
GET /v1/tenants/{tenant_id}/connect-sessions|GET /v1/tenants/{tenant_id}/connect-sessions/{session_id}
POST /v1/tenants/{tenant_id}/connect-sessions/{session_id}:cancel
POST /v1/tenants/{tenant_id}/connect-sessions/{session_id}:complete|GET /v1/tenants/{tenant_id}/connections
GET /v1/tenants/{tenant_id}/connections/{connection_id}|DELETE /v1/tenants/{tenant_id}/connections/{connection_id}
POST /v1/tenants/{tenant_id}/connections/{connection_id}:test
POST /v1/tenants/{tenant_id}/connections:import
POST /v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}:execute
GET /v1/tenants/{tenant_id}/action-executions|GET /v1/tenants/{tenant_id}/action-executions:summary
GET /v1/tenants/{tenant_id}/action-executions/{execution_id}
POST /v1/tenants/{tenant_id}/action-executions/{execution_id}:resolve
POST /v1/tenants/{tenant_id}/action-executions/{execution_id}:settle|GET /api/catalog/v1/providers
GET /v1/tenants/{tenant_id}/actions|GET /api/catalog/v1/actions
GET /v1/webhook-endpoints|POST /v1/webhook-endpoints|GET /v1/webhook-endpoints/{webhook_endpoint_id}
PATCH /v1/webhook-endpoints/{webhook_endpoint_id}|DELETE /v1/webhook-endpoints/{webhook_endpoint_id}
POST /v1/webhook-endpoints/{webhook_endpoint_id}:rotate|POST /v1/webhook-endpoints/{webhook_endpoint_id}:test
GET /v1/webhook-endpoints/{webhook_endpoint_id}/deliveries
POST /v1/webhook-endpoints/{webhook_endpoint_id}/deliveries/{event_id}:redeliver
GET /v1/agent-authorizations/{agent_authorization_id}|POST /v1/agent-authorizations/{agent_authorization_id}:approve|POST /v1/agent-authorizations/{agent_authorization_id}:deny|POST /mcp|GET /mcp|POST /v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}:propose|GET /v1/tenants/{tenant_id}/proposals|GET /v1/tenants/{tenant_id}/proposals/{proposal_id}|POST /v1/tenants/{tenant_id}/proposals/{proposal_id}:decide|POST /v1/tenants/{tenant_id}/policy:test|POST /v1/delegated-tokens|GET /v1/delegated-tokens|GET /v1/delegated-tokens/{delegated_token_id}|POST /v1/delegated-tokens/{delegated_token_id}:revoke|POST /v1/delegated-tokens:revoke|GET /v1/events|GET /v1/events/{event_id}|GET /v1/audit-events|GET /api/catalog/v1/providers/{slug}|POST /v1/tenants/{tenant_id}/mcp|GET /v1/tenants/{tenant_id}/mcp|GET /healthz|GET /readyz|GET /llms.txt|GET /llms-full.txt|GET /openapi.json
POST /connect/v1/exchange|POST /connect/v1/authorize|POST /connect/v1/credential|POST /connect/v1/cancel|GET /connect/v1/session|POST /connect/v1/status`.split(
  /\||\n/,
);

test("has every route of the contract once, with its own id", () => {
  const routes = operationList.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(routes.sort(), contractRoutes.sort());
  for (const [id, operation] of Object.entries(operations)) assert.equal(operation.id, id);
});

test("declares exactly the parameters of each path template", () => {
  for (const { id, path, params } of operationList) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(Object.keys(params?.properties ?? {}), named, id);
  }
});

test("requires and takes keys where the contract says so", () => {
  const idsWith = (wanted: string): string[] =>
    operationList
      .filter(({ idempotency }) => idempotency === wanted)
      .map(({ id }) => id)
      .toSorted();
  assert.deepEqual(idsWith("required"), [
    "createConnectSession",
    "createTenant",
    "importConnection",
    "proposeAction",
    "testConnection",
  ]);
  assert.deepEqual(idsWith("optional"), ["createDelegatedToken", "createWebhookEndpoint"]);
  assert.deepEqual(idsWith("forWrites"), ["executeAction"]);
});

test("resolves every reference and uses every component", () => {
  const used = new Set<string>();
  walk(document, ({ $ref }) => {
    if (typeof $ref !== "string") return;
    assert.notEqual(at(...$ref.slice(2).split("/")), undefined, $ref);
    used.add($ref);
  });
  for (const kind of ["schemas", "headers", "parameters", "examples"]) {
    for (const name of Object.keys(at("components", kind) as Json)) {
      assert.ok(used.has(`#/components/${kind}/${name}`), `${kind}/${name}`);
    }
  }
});

test("declares every operation's response and problems, each with examples", () => {
  for (const operation of operationList) {
    const responses = at("paths", operation.path, operation.method.toLowerCase(), "responses") as Json;
    assert.ok(Object.hasOwn(responses, String(operation.success.status)), operation.id);
    for (const code of operation.errors) {
      const response = responses[String(errorTable[code].status)] as Json;
      const problem = (response["content"] as Json)["application/problem+json"] as Json;
      assert.deepEqual((problem["examples"] as Json)[code], { $ref: `#/components/examples/${code}` });
      assert.match(String(response["description"]), new RegExp(`\`${code}\``));
    }
  }
});

test("declares response headers: request ids everywhere, limits for service keys, waits and challenges where they apply", () => {
  const headersOf = (path: string, method: string, status: number) =>
    Object.keys(at("paths", path, method, "responses", String(status), "headers") as Json);
  const execute = operations.executeAction.path;
  assert.ok(headersOf(execute, "post", 503).includes("Retry-After"));
  assert.ok(headersOf(execute, "post", 504).includes("x-should-retry"));
  assert.ok(headersOf(execute, "post", 401).includes("WWW-Authenticate"));
  assert.ok(headersOf(execute, "post", 200).includes("Idempotent-Replayed"));
  assert.ok(headersOf(execute, "post", 422).includes("RateLimit-Limit"));
  assert.deepEqual(headersOf("/healthz", "get", 200), ["x-request-id"]);
  assert.ok(headersOf("/v1/tenants", "post", 201).includes("Location"));
});

test("declares no body for a deletion, and no content for a 204", () => {
  for (const { path, method, body } of operationList) if (method === "DELETE") assert.equal(body, undefined, path);
  assert.equal(at("paths", "/v1/tenants/{tenant_id}", "delete", "responses", "204", "content"), undefined);
});

test("closes every object in a response, and describes each of its fields", () => {
  const open = new Set(["SubmitCredential"]);
  for (const [name, schema] of Object.entries(at("components", "schemas") as Json)) {
    const { properties, additionalProperties, description } = schema as Json;
    // What an enum is for is said where it is used.
    assert.ok(description !== undefined || (schema as Json)["enum"] !== undefined, name);
    if (properties === undefined) continue;
    assert.equal(additionalProperties, open.has(name), name);
    for (const [field, part] of Object.entries(properties as Json)) {
      const { $ref, description: about } = part as Json;
      assert.ok($ref !== undefined || about !== undefined, `${name}.${field}`);
    }
  }
});

test("has a form that the generators of other languages read", () => {
  const enums = new Map<string, number>();
  const schemas = at("components", "schemas") as Json;
  walk({ paths: document["paths"], schemas }, (node) => {
    // openapi-generator's Java doesn't compile a constant boolean.
    assert.notEqual(typeof node["const"], "boolean", JSON.stringify(node));
    // openapi-typescript reads an object without properties as empty.
    const isObject = node["type"] === "object" && node["properties"] === undefined;
    assert.ok(!isObject || node["additionalProperties"] !== undefined, JSON.stringify(node));
    // openapi-generator's native Java needs a name for the enum of a list's items.
    const items = (node["items"] ?? {}) as Json;
    assert.equal(items["enum"], undefined, JSON.stringify(node));
    if (node["enum"] !== undefined) {
      const text = JSON.stringify(node["enum"]);
      enums.set(text, (enums.get(text) ?? 0) + 1);
    }
  });
  for (const [text, count] of enums) assert.equal(count, 1, `${text} is published more than once`);
  // openapi-typescript makes a field with a default required, also in a body.
  for (const { id, body } of operationList) {
    walk(body, (node) => assert.equal(node["default"], undefined, id));
  }
  const { oneOf, discriminator } = schemas["SubmittedCredential"] as { oneOf: unknown[]; discriminator: Json };
  assert.equal(oneOf.length, 2);
  assert.deepEqual(discriminator, {
    propertyName: "status",
    mapping: {
      completed: "#/components/schemas/CredentialAccepted",
      awaiting_confirmation: "#/components/schemas/CredentialAwaitsConfirmation",
    },
  });
});

test("gives no schema the name that generators give to a field's object", () => {
  const schemas = at("components", "schemas") as Record<string, Json>;
  for (const [name, { properties }] of Object.entries(schemas)) {
    for (const [field, schema] of Object.entries((properties ?? {}) as Record<string, Json>)) {
      const own = name + field.replace(/(?:^|_)(.)/g, (_all, first: string) => first.toUpperCase());
      assert.ok(schema["type"] !== "object" || !Object.hasOwn(schemas, own), own);
    }
  }
});

test("gives each named enum a name of its own", () => {
  const schemas = at("components", "schemas") as Record<string, Json>;
  for (const [values, name] of namedEnums) assert.deepEqual(schemas[name]?.["enum"], JSON.parse(values), name);
});

test("has a text with the known ones beside it where providers add to a list", () => {
  const [parameter] = at("paths", "/v1/events", "get", "parameters") as { schema: Json }[];
  const schema = parameter?.schema ?? {};
  assert.deepEqual([schema["type"], schema["maxLength"], schema["anyOf"]], ["string", 200, undefined]);
  assert.deepEqual(schema["x-extensible-enum"], eventTypes);
});
