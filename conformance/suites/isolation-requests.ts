/** Every request of the API description that takes an id, with that id replaced by one that isn't the caller's. */
import assert from "node:assert/strict";
import { devConfig, sessionBody, type ApiDescription, type DescribedOperation } from "../harness/index.ts";
import type { nothing, ResourceSet, ResourceSets } from "./isolation-fixture.ts";

type Node = Readonly<Record<string, unknown>>;

/** The kind of resource that a parameter names; null if it names no one's resource. */
export type Named = keyof typeof nothing | "cursor" | null;

/** The kinds named by path parameters. A parameter that is missing here fails the suite. */
const pathNames: Readonly<Record<string, Named>> = {
  tenant_id: "tenant",
  connection_id: "connection",
  session_id: "session",
  execution_id: "execution",
  event_id: "message",
  webhook_endpoint_id: "endpoint",
  delegated_token_id: "token",
  agent_authorization_id: "authorization",
  proposal_id: "proposal",
  slug: null,
  action_id: null,
};

/** The same for query parameters. */
const queryNames: Readonly<Record<string, Named>> = {
  tenant_id: "tenant",
  connection_id: "connection",
  subject: "subject",
  externalId: "externalId",
  idempotencyKey: "idempotencyKey",
  cursor: "cursor",
  action_id: null,
  provider: null,
  query: null,
  type: null,
  status: null,
  label: null,
  limit: null,
  force: null,
  since: null,
  until: null,
};

/** The same for body fields that refer to a resource. */
const bodyNames: Readonly<Record<string, Named>> = {
  connection_id: "connection",
  tenant_id: "tenant",
  action_id: null,
};

/** A placeholder for the caller's tenant in a body. */
const ownTenant = "$tenant";

/** A body for each operation that has one, valid enough to reach the lookup. */
const bodies: Readonly<Record<string, unknown>> = {
  createTenant: { externalId: "never-made", displayName: "Never made" },
  updateTenant: { displayName: "Mine now" },
  createConnectSession: sessionBody(),
  importConnection: {
    provider: "doppler",
    authKind: "static_credential",
    requestedActions: ["secrets.get"],
    credential: { access_token: "dp.st.never" },
  },
  completeConnectSession: { completionCode: "x" },
  executeAction: { input: { ...devConfig, name: "STOLEN", value: "never" } },
  proposeAction: { input: { ...devConfig, name: "STOLEN", value: "never" } },
  decideProposal: { decision: "approve", digest: "1.x", decidedBy: "x" },
  testPolicy: { connection_id: "con_01k0000000e8r9m2p4s6t8w0y2", action_id: "secrets.set" },
  resolveExecution: { outcome: "failed", note: "No." },
  approveAgentAuthorization: { tenant_id: ownTenant, subject: "x", actions: [] },
  postSharedMcpMessage: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
  createDelegatedToken: {},
  revokeDelegatedTokens: {},
  createWebhookEndpoint: { url: "https://127.0.0.1:1/none", eventTypes: ["*"] },
  updateWebhookEndpoint: { description: "Mine now" },
  postMcpMessage: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
};

/** A parameter of an operation, and the kind that it names. */
export interface Slot {
  readonly location: "path" | "query" | "body";
  readonly name: string;
  readonly named: Exclude<Named, null>;
}

/** An operation that a service client may call, and its slots. */
export interface Route extends DescribedOperation {
  readonly id: string;
  readonly slots: readonly Slot[];
}

/** Every route for service clients. @throws AssertionError for a parameter or body that is unknown here. */
export function routesOf(api: Pick<ApiDescription, "document" | "operations">): readonly Route[] {
  const resolve = (node: Node): Node => {
    const reference = node["$ref"];
    if (typeof reference !== "string") return node;
    return reference
      .slice(2)
      .split("/")
      .reduce((at: Node, token) => at[token] as Node, api.document);
  };
  const routes = api.operations.map((described): Route => {
    const { operation, template } = described;
    const id = String(operation["operationId"]);
    const slots: Slot[] = [];
    const add = (at: Slot["location"], name: string, names: Readonly<Record<string, Named>>): void => {
      const named = names[name];
      assert.ok(named !== undefined, `${id}: say what the ${at} parameter ${name} names, in isolation-requests.ts`);
      if (named !== null) slots.push({ location: at, name, named });
    };
    for (const [, name = ""] of template.matchAll(/\{([^}]*)\}/g)) add("path", name, pathNames);
    for (const parameter of ((operation["parameters"] ?? []) as Node[]).map(resolve)) {
      if (parameter["in"] === "query") add("query", String(parameter["name"]), queryNames);
    }
    if (isForClients(described)) {
      for (const name of bodyFields(operation, resolve)) {
        if (/_ids?$/.test(name)) add("body", name, bodyNames);
      }
      const isKnown = operation["requestBody"] === undefined || Object.hasOwn(bodies, id);
      assert.ok(isKnown, `${id}: give a body that gets as far as the look-up, in isolation-requests.ts`);
    }
    return { ...described, id, slots };
  });
  return routes.filter(isForClients);
}

function isForClients({ operation }: DescribedOperation): boolean {
  return JSON.stringify(operation["security"]).includes("serviceKey");
}

function bodyFields(operation: Node, resolve: (node: Node) => Node): string[] {
  const content = (operation["requestBody"] as { content?: Record<string, { schema: Node }> } | undefined)?.content;
  const schema = content?.["application/json"]?.schema;
  return schema === undefined ? [] : Object.keys(resolve(schema)["properties"] ?? {});
}

/** A request to a route. */
export interface MadeRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Fills a route's path with ids, and one of its slots with a value. */
export function requestFor(
  route: Route,
  resources: Pick<ResourceSet, "tenant">,
  slot: Slot,
  value: string,
): MadeRequest {
  let path = route.template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (slot.location === "path" && slot.name === name) return value;
    if (name === "slug") return "doppler";
    if (name === "action_id") return "secrets.set";
    return String((resources as unknown as Record<string, string>)[pathNames[name] ?? ""]);
  });
  if (slot.location === "query") path += `?${slot.name}=${encodeURIComponent(value)}`;
  const method = route.method.toUpperCase();
  if (route.operation["requestBody"] === undefined) return { method, path };
  const body: unknown = JSON.parse(JSON.stringify(bodies[route.id]).replace(ownTenant, resources.tenant));
  return { method, path, body: slot.location === "body" ? { ...(body as object), [slot.name]: value } : body };
}

/**
 * The routes that show a deleted tenant's executions and proposals to its own client, for their retention
 * (contract §3.1).
 */
const readableAfterDeletion: ReadonlySet<string> = new Set([
  "listExecutions",
  "summarizeExecutions",
  "getExecution",
  "settleExecution",
  "resolveExecution",
  "listProposals",
  "getProposal",
  "decideProposal",
]);

/** A value for a slot that isn't the caller's, and the resources that the rest of the path names. */
export interface Foreign {
  readonly what: string;
  readonly value: string;
  readonly rest: Pick<ResourceSet, "tenant">;
}

/** Every foreign value for a slot; cursors come from requests. */
export function foreignFor(route: Route, slot: Slot, sets: ResourceSets): readonly Foreign[] {
  const { mine, ...others } = sets;
  const { named } = slot;
  if (named === "cursor") return [];
  const isOfTenant = route.template.includes("{tenant_id}") && named !== "tenant";
  const found: Foreign[] = [];
  for (const [what, resources] of Object.entries(others)) {
    const isOwn = resources.client === mine.client;
    // Without a tenant in the path, a client's resources in any tenant are its own, as are its active tenants.
    // These belong to the client, even after a tenant is deleted.
    if (isOwn && (named === "message" || named === "endpoint" || named === "token" || named === "authorization"))
      continue;
    if (isOwn && !isOfTenant && !(slot.location === "path" && what === "sameClientDeleted")) continue;
    if (what === "sameClientDeleted" && named === "tenant" && readableAfterDeletion.has(route.id)) continue;
    const values = named === "subject" ? subjectsOf(resources) : [resources[named]];
    for (const value of values) {
      found.push({ what, value, rest: mine });
      if (named === "tenant" && slot.location === "path")
        found.push({ what: `${what}, whole`, value, rest: resources });
    }
  }
  if (named === "execution") {
    const rest = { ...mine, tenant: others.sameClientDeleted.tenant };
    found.push({ what: "another client's, under an own deleted tenant", value: others.otherClient.execution, rest });
  }
  // Elsewhere, an id of another type is malformed.
  if (slot.location === "path") {
    for (const kind of ["tenant", "connection", "session", "execution"] as const) {
      if (kind !== named) found.push({ what: `a ${kind} of its own`, value: mine[kind], rest: mine });
    }
  }
  return found;
}

function subjectsOf({ client, tenant, connection, session, execution, event }: ResourceSet): readonly string[] {
  return [client, tenant, connection, session, execution, event];
}

/** Values that can't be ids. */
export function malformed(id: string): readonly string[] {
  const broken = [id.toUpperCase(), `${id}x`, id.slice(0, -1), "x", "null", "0", `${id}%00`, "%27%20or%20true--"];
  return [...broken, "a".repeat(200), id.replace("_", "-")];
}
