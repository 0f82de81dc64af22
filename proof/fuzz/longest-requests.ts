/** The longest bodies as requests: to every operation with a body, to actions, and to the same actions as MCP tools. */
import type { ProviderPage } from "@svc/contract";
import type { ApiDescription, Connected, OutgoingRequest } from "../../conformance/harness/index.ts";
import { longestBodies } from "./longest-bodies.ts";
import { resolved } from "./requests.ts";

type Node = Readonly<Record<string, unknown>>;

/** A request, and its long part. */
export interface LongRequest {
  readonly what: string;
  readonly request: OutgoingRequest;
}

/** The context for requests. */
export interface LongTargets {
  readonly api: ApiDescription;
  /** Ids by path parameter. */
  readonly known: Readonly<Record<string, string>>;
  readonly key: string;
  /** The secret of an open Connect session. */
  readonly sessionSecret: string;
}

/** A body for each operation whose description has one. */
export function* ofOperations({ api, known, key, sessionSecret }: LongTargets): Generator<LongRequest> {
  for (const { template, method, operation } of api.operations) {
    const content = (operation["requestBody"] as { content?: Record<string, { schema: Node }> } | undefined)?.content;
    const schema = content?.["application/json"]?.schema;
    if (schema === undefined) continue;
    const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? name);
    const bearer = path.startsWith("/connect/") ? sessionSecret : key;
    for (const { what, text } of longestBodies(inlined(api.document, schema))) {
      yield { what: `${method} ${template}: ${what}`, request: post(path, bearer, text, method.toUpperCase()) };
    }
  }
}

/** An input for each action of a connection; the server's schema test tries long texts without HTTP. */
export function* ofActions(connected: Connected, { actions }: ProviderPage, key: string): Generator<LongRequest> {
  for (const { id, inputSchema } of actions) {
    const path = `${connected.path}/actions/${id}:execute`;
    for (const { kind, what, text } of longestBodies(inputSchema, (value) => `{"input":${value}}`)) {
      if (kind !== "text") yield { what: `${id}: ${what}`, request: post(path, key, text) };
    }
  }
}

/** Arguments for each tool of a tenant, and messages with other long parts. */
export async function* ofTools(connected: Connected, key: string): AsyncGenerator<LongRequest> {
  const path = `/v1/tenants/${connected.tenantId}/mcp`;
  const message = (method: string, params: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  const listed = await connected.caller.http.send(post(path, key, message("tools/list", "{}")));
  // The event stream's only message.
  const response = /^data: (.*)$/m.exec(listed.text)?.[1] ?? listed.text;
  const { result } = JSON.parse(response) as { result: { tools: { name: string; inputSchema: object }[] } };
  for (const { name, inputSchema } of result.tools) {
    const around = (value: string): string => message("tools/call", `{"name":"${name}","arguments":${value}}`);
    for (const { kind, what, text } of longestBodies(inputSchema, around)) {
      if (kind !== "text") yield { what: `tool ${name}: ${what}`, request: post(path, key, text) };
    }
  }
  const [tool] = result.tools;
  const wrappers: readonly ((value: string) => string)[] = [
    (value) => value,
    (value) => message("tools/list", value),
    (value) => message("tools/call", `{"name":${value}}`),
    (value) => message("tools/call", `{"name":"${tool?.name}","arguments":{},"_meta":${value}}`),
    (value) => message("initialize", `{"protocolVersion":"2025-06-18","capabilities":${value}}`),
    (value) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${value}}`,
    (value) => `{"jsonrpc":"2.0","method":"tools/list","id":${value}}`,
  ];
  for (const [index, around] of wrappers.entries()) {
    for (const { what, text } of longestBodies({}, around)) {
      yield { what: `message ${index}: ${what}`, request: post(path, key, text) };
    }
  }
}

let keys = 0;

function post(path: string, bearer: string, body: string, method = "POST"): OutgoingRequest {
  keys += 1;
  return {
    method,
    path,
    headers: [
      ["authorization", `Bearer ${bearer}`],
      ["content-type", "application/json"],
      ["accept", "application/json, text/event-stream"],
      ["origin", "https://app.example.com"],
      ["idempotency-key", `long-${keys}`],
    ],
    body,
  };
}

/** A schema with its references resolved. */
function inlined(document: Node, part: unknown): object {
  if (Array.isArray(part)) return part.map((one: unknown) => withReferences(document, one));
  const schema = resolved(document, part as Node);
  return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, withReferences(document, inner)]));
}

function withReferences(document: Node, value: unknown): unknown {
  return typeof value === "object" && value !== null ? inlined(document, value) : value;
}
