/** Builds the OpenAPI 3.1 description of the admin API from its table. */
import { errorTable, Problem, problemMediaType, type ErrorCode } from "../errors.ts";
import { headers, problemHeaders, ref, SchemaRegistry, type Json } from "../openapi-components.ts";
import type { OpenApiOptions } from "../openapi.ts";
import { adminTags, type AdminOperation } from "./admin-operation.ts";
import { adminOperationList } from "./operations.ts";

const about =
  "What operators change: service clients, keys, OAuth apps, operator tokens, webhook endpoints and the deployment itself. " +
  "It is on the console's listener. Each operation needs a role; every change is in the audit trail with its operator.\n\n" +
  "A resource has a `version`, which is also its `ETag`. Send it as `If-Match`, and the change is made only if no one has " +
  "changed the resource since; otherwise the response is 412.";

const condition = (name: string, description: string) => {
  return { name, in: "header", required: false, description, schema: { type: "string", maxLength: 256 } };
};
const parameters: Json = {
  IfMatch: condition("If-Match", "The version to change, in quotes. Without it, or with `*`, any version is changed."),
  IfNoneMatch: condition("If-None-Match", "`*`: only if there is none yet."),
};

/** Builds the document as plain JSON. */
export function buildAdminOpenApi({ serverUrl, docsUrl, version }: OpenApiOptions): Record<string, unknown> {
  const registry = new SchemaRegistry();
  const paths: Record<string, Json> = {};
  for (const operation of adminOperationList) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation, registry);
  }
  registry.reference(Problem);
  const names = ["x-request-id", "Retry-After", "WWW-Authenticate", "ETag"];
  return {
    openapi: "3.1.0",
    info: {
      title: "svc admin API",
      version,
      summary: "What operators change, each change with its operator.",
      description: about,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    externalDocs: { description: "Documentation", url: `${docsUrl}/docs/admin-api` },
    servers: [{ url: serverUrl, description: "The address of SVC_ADMIN_LISTEN, or SVC_ADMIN_URL." }],
    tags: Object.entries(adminTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: registry.schemas,
      headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
      parameters,
      securitySchemes: {
        operatorToken: { type: "http", scheme: "bearer", description: "An operator token (`sop_…`)." },
      },
    },
  };
}

function operationObject(operation: AdminOperation, registry: SchemaRegistry): Json {
  const { id, tag, summary, description, role, body, success } = operation;
  const schema = registry.reference(success.schema);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description} Needs the role ${role}.`,
    "x-role": role,
    security: [{ operatorToken: [] }],
    parameters: parametersOf(operation, registry),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: registry.reference(body) } } } }),
    responses: {
      [success.status]: {
        description: success.description,
        headers: headersOf(operation.condition === undefined ? [] : ["ETag"]),
        content: { "application/json": { schema } },
      },
      ...Object.fromEntries(
        Object.entries(Object.groupBy(operation.errors, (code) => String(errorTable[code].status))).map(
          ([status, codes = []]) => [status, problemObject(codes, registry)],
        ),
      ),
    },
  };
}

function parametersOf({ params, query, condition: taken }: AdminOperation, registry: SchemaRegistry): Json[] {
  const places = [
    ["path", params],
    ["query", query],
  ] as const;
  const fields = places.flatMap(([place, object]) =>
    Object.entries(object?.properties ?? {}).map(([name, schema]) => {
      const { description, ...rest } = registry.reference(schema);
      return { name, in: place, required: object?.required?.includes(name) ?? false, description, schema: rest };
    }),
  );
  return [
    ...fields,
    ...(taken === undefined ? [] : [ref("parameters", "IfMatch")]),
    ...(taken === "create" ? [ref("parameters", "IfNoneMatch")] : []),
  ];
}

function problemObject(codes: readonly ErrorCode[], registry: SchemaRegistry): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: headersOf(problemHeaders(codes)),
    content: { [problemMediaType]: { schema: registry.reference(Problem) } },
  };
}

function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(["x-request-id", ...names].map((name) => [name, ref("headers", name)]));
}
