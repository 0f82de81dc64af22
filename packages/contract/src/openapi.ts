/** Builds the OpenAPI 3.1 description from the operations table. */
import { errorTable, Problem, problemMediaType, type ErrorCode } from "./errors.ts";
import { codeSamples } from "./examples/code-samples.ts";
import { operationExamples } from "./examples/operation-examples.ts";
import {
  headerParameters,
  headers,
  problemExamples,
  problemHeaders,
  ref,
  SchemaRegistry,
  type Json,
} from "./openapi-components.ts";
import { operationList, type OperationId } from "./operations.ts";
import { operationTags, type Operation, type OperationResponse } from "./operations/operation.ts";

/** The values that differ between deployments of one version. */
export interface OpenApiOptions {
  /** External base URL of the server, without a trailing slash. */
  readonly serverUrl: string;
  /** The docs origin, without a trailing slash. */
  readonly docsUrl: string;
  /** Version of the server. */
  readonly version: string;
}

const about =
  "A self-hosted integration service: typed actions at providers, with credentials that the caller never sees and an " +
  "accurate record of every write.\n\n" +
  "Errors are problem documents (RFC 9457) with a stable `code`. A write needs an `Idempotency-Key`; the same key and " +
  "request never act twice.\n\n" +
  "To poll cheaply, send the `ETag` of a read's last response as `If-None-Match`. If nothing changed, the response is 304 " +
  "without a body.";

/** Builds the OpenAPI 3.1 document as plain JSON. */
export function buildOpenApi(options: OpenApiOptions): Record<string, unknown> {
  const registry = new SchemaRegistry();
  const paths: Record<string, Json> = {};
  for (const operation of operationList) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation, registry);
  }
  registry.reference(Problem);
  return {
    openapi: "3.1.0",
    info: {
      title: "svc",
      version: options.version,
      summary: "Typed actions at providers, each of them recorded.",
      description: about,
      contact: { name: "Security", url: `${options.docsUrl}/docs/security` },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    externalDocs: { description: "Documentation", url: `${options.docsUrl}/` },
    servers: [{ url: options.serverUrl, description: "This deployment." }],
    tags: Object.entries(operationTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: registry.schemas,
      headers,
      parameters: { ...headerParameters, ...pathParameters(registry) },
      examples: problemExamples(operationList, options.docsUrl),
      securitySchemes,
    },
  };
}

const securitySchemes = {
  serviceKey: {
    type: "http",
    scheme: "bearer",
    description:
      "A service key (`svc_live_…`), issued by an operator and for backends only, or a delegated token (`svc_dt_…`). Never send it in a query or body.",
  },
  sessionSecret: {
    type: "http",
    scheme: "bearer",
    description: "The secret of an opened Connect session, from `exchangeConnectToken`.",
  },
};

function operationObject(operation: Operation, registry: SchemaRegistry): Json {
  const { id, tag, summary, description, body, auth } = operation;
  const parameters = buildParameters(operation, registry);
  const example = exampleOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: auth === "none" ? [] : [{ [auth]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: registry.reference(body), example: example.body } },
          },
        }),
    responses: buildResponses(operation, registry),
    "x-codeSamples": codeSamples(id as OperationId, true).map(({ language, label, code }) => ({
      lang: language,
      label,
      source: code,
    })),
  };
}

type Example = { params: object | null; query: object | null; body: unknown; response: unknown };

/** Returns an operation's example. Every operation in the list is in the operations table, so it has one. */
function exampleOf({ id }: Operation): Example {
  return operationExamples[id as OperationId];
}

/** Returns the example of one parameter, if there is one. */
function valueOf(fields: object | null, name: string): Json {
  const value = new Map<string, unknown>(Object.entries(fields ?? {})).get(name);
  return value === undefined ? {} : { example: value };
}

function buildParameters(operation: Operation, registry: SchemaRegistry): Json[] {
  const parameters = Object.keys(operation.params?.properties ?? {}).map((name) => ref("parameters", name));
  parameters.push(...queryParameters(operation, registry));
  if (operation.idempotency === "required") parameters.push(ref("parameters", "IdempotencyKey"));
  if (operation.idempotency === "optional") parameters.push(ref("parameters", "IdempotencyKeyIfAny"));
  if (operation.idempotency === "forWrites") parameters.push(ref("parameters", "IdempotencyKeyForWrites"));
  if (operation.success.headers?.includes("ETag") === true) parameters.push(ref("parameters", "IfNoneMatch"));
  parameters.push(ref("parameters", "RequestId"));
  return parameters;
}

function queryParameters(operation: Operation, registry: SchemaRegistry): Json[] {
  const { query } = operation;
  if (query === undefined) return [];
  const required: readonly string[] = query.required ?? [];
  const example = exampleOf(operation).query;
  return Object.entries(query.properties).map(([name, schema]) => {
    const { description, ...rest } = registry.reference(schema);
    const parameter = { name, in: "query", required: required.includes(name), description, schema: rest };
    return { ...parameter, ...valueOf(example, name) };
  });
}

function pathParameters(registry: SchemaRegistry): Json {
  const found: Json = {};
  for (const operation of operationList) {
    for (const [name, schema] of Object.entries(operation.params?.properties ?? {})) {
      const { description, ...rest } = registry.reference(schema);
      const example = valueOf(exampleOf(operation).params, name);
      found[name] ??= { name, in: "path", required: true, description, schema: rest, ...example };
    }
  }
  return found;
}

function buildResponses(operation: Operation, registry: SchemaRegistry): Json {
  const responses: Record<string, Json> = {};
  for (const response of [operation.success, ...(operation.otherResponses ?? [])]) {
    const object = responseObject(operation, response, registry);
    const other = responses[response.status];
    responses[response.status] = other === undefined ? object : mergeResponses(other, object);
  }
  for (const [status, codes] of groupByStatus(operation.errors)) {
    const problem = problemResponse(operation, codes, registry);
    const other = responses[status];
    // A status can have several responses, or a response and problems. They differ in their media type.
    responses[status] = other === undefined ? problem : mergeResponses(other, problem);
  }
  return responses;
}

function mergeResponses(response: Json, problem: Json): Json {
  const content = { ...(response["content"] as Json), ...(problem["content"] as Json) };
  const description = `${String(response["description"])} Or: ${String(problem["description"])}`;
  return { description, headers: { ...(response["headers"] as Json), ...(problem["headers"] as Json) }, content };
}

function responseObject(operation: Operation, response: OperationResponse, registry: SchemaRegistry): Json {
  const { schema, description, mediaType = "application/json" } = response;
  const { success } = operation;
  const isSuccess = response.status === success.status && mediaType === mediaTypeOf(success);
  const example = isSuccess ? { example: exampleOf(operation).response } : {};
  return {
    description,
    headers: buildHeaders(operation, response.headers ?? []),
    ...(schema === undefined ? {} : { content: { [mediaType]: { schema: registry.reference(schema), ...example } } }),
  };
}

function mediaTypeOf({ mediaType = "application/json" }: OperationResponse): string {
  return mediaType;
}

function problemResponse(operation: Operation, codes: readonly ErrorCode[], registry: SchemaRegistry): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, ref("examples", code)]));
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: buildHeaders(operation, problemHeaders(codes)),
    content: { [problemMediaType]: { schema: registry.reference(Problem), examples } },
  };
}

const rateHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

function buildHeaders(operation: Operation, own: readonly string[]): Json {
  const names = ["x-request-id", ...(operation.auth === "serviceKey" ? rateHeaders : []), ...own];
  return Object.fromEntries(names.map((name) => [name, ref("headers", name)]));
}

function groupByStatus(codes: readonly ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = new Map<string, ErrorCode[]>();
  for (const code of codes) {
    const status = String(errorTable[code].status);
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}
