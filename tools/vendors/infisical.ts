/**
 * Infisical's API, in our words. No package carries its description: `@infisical/sdk` has the routes of version 3, with
 * other names for the same members. The server's own schemas were read instead, on 2026-11-29, in
 * https://github.com/Infisical/infisical:
 * - backend/src/server/routes/v4/secret-router.ts at 03e75b25, and secretRawSchema in routes/sanitizedSchemas.ts at
 *   0031d94e;
 * - routes/v1/project-router.ts at 00ba1a7e, routes/v2/secret-folder-router.ts at 09a41c37;
 * - DefaultResponseErrorsSchema in routes/sanitizedSchemas.ts, for the refusals.
 */
import {
  finder,
  type Description,
  type DocumentedRefusal,
  type Parameter,
  type Route,
  type Schema,
} from "./description.ts";

const text: Schema = { type: "string" };
const truth: Schema = { type: "boolean" };
const moment: Schema = { type: "string", format: "date-time" };

/** An object; the names of optional members end in a question mark. */
function shape(members: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(members);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace("?", ""), schema])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith("?")),
  };
}

function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: "null" }] };
}

function listOf(items: Schema): Schema {
  return { type: "array", items };
}

const metadata = listOf(shape({ key: { ...text, minLength: 1 }, "value?": text, "isEncrypted?": truth }));

/** What each response has of a secret. */
const secret = {
  id: text,
  _id: text,
  workspace: text,
  environment: text,
  version: { type: "number" },
  type: text,
  secretKey: text,
  secretValue: text,
  secretComment: text,
  "secretReminderNote?": nullable(text),
  "secretReminderRepeatDays?": nullable({ type: "number" }),
  "skipMultilineEncoding?": nullable(truth),
  "actor?": nullable({ type: "object" }),
  createdAt: moment,
  updatedAt: moment,
  "isRotatedSecret?": truth,
  "rotationId?": nullable(text),
};

const read = {
  ...secret,
  secretValueHidden: truth,
  "secretPath?": text,
  "secretMetadata?": metadata,
  "tags?": listOf(shape({ id: text, slug: text, "color?": nullable(text), name: text })),
};

/** A change's response: the secret, or the request for an approval. */
function changed(members: Readonly<Record<string, Schema>>): Schema {
  const approval = shape({ id: text, slug: text, status: text, hasMerged: truth });
  return { anyOf: [shape({ secret: shape(members) }), shape({ approval })] };
}

/** Where a secret is, in a body. */
const place = {
  projectId: text,
  environment: text,
  "secretPath?": text,
  "type?": { type: "string", enum: ["shared", "personal"] },
};

const more = { "secretComment?": text, "secretMetadata?": metadata, "tagIds?": listOf(text) };

const project = shape({
  id: text,
  _id: text,
  name: text,
  slug: text,
  "description?": nullable(text),
  type: text,
  orgId: text,
  createdAt: moment,
  updatedAt: moment,
  environments: listOf(shape({ id: text, name: text, slug: text })),
});

const folders = shape({
  folders: listOf(shape({ id: text, name: text, envId: text, "parentId?": nullable(text), createdAt: moment })),
});

/** Names in a query; a question mark says that one is optional. A flag is written out. */
const queries = {
  projects: { "includeRoles?": text, "type?": text },
  folders: { projectId: text, environment: text, "path?": text, "recursive?": text, "lastSecretModified?": text },
  secrets: {
    "projectId?": text,
    "environment?": text,
    "secretPath?": text,
    "viewSecretValue?": flag(),
    "expandSecretReferences?": flag(),
    "recursive?": flag(),
    "include_imports?": flag(),
    "metadataFilter?": text,
    "tagSlugs?": text,
  },
  secret: {
    projectId: text,
    "environment?": text,
    "secretPath?": text,
    "version?": text,
    "type?": { type: "string", enum: ["shared", "personal"] },
    "viewSecretValue?": flag(),
    "expandSecretReferences?": flag(),
    "include_imports?": flag(),
  },
} as const;

function flag(): Schema {
  return { type: "string", enum: ["true", "false"] };
}

type Fields = Readonly<Record<string, Schema>>;

const byName = "/api/v4/secrets/{secretName}";

const table: readonly (readonly [
  method: string,
  template: string,
  query: Fields,
  body: Schema | null,
  result: Schema,
])[] = [
  ["GET", "/api/v1/projects", queries.projects, null, shape({ projects: listOf(project) })],
  ["GET", "/api/v2/folders", queries.folders, null, folders],
  [
    "GET",
    "/api/v4/secrets",
    queries.secrets,
    null,
    shape({ secrets: listOf(shape(read)), "imports?": { type: "array" } }),
  ],
  ["GET", byName, queries.secret, null, shape({ secret: shape(read) })],
  ["POST", byName, {}, shape({ ...place, secretValue: text, ...more }), changed(secret)],
  [
    "PATCH",
    byName,
    {},
    shape({ ...place, "secretValue?": text, ...more }),
    changed({ ...secret, secretValueHidden: truth }),
  ],
  ["DELETE", byName, {}, shape(place), changed({ ...secret, secretValueHidden: truth })],
];

/** The refusals that every route declares. */
const refusals: readonly DocumentedRefusal[] = [
  [400, "BadRequest"],
  [401, "TokenError"],
  [403, "PermissionDenied"],
  [404, "NotFound"],
  [422, "ValidationFailure"],
].map(([status, error]) => ({
  name: String(error),
  status: Number(status),
  body: { reqId: "req-1", statusCode: status, message: "No.", error },
}));

/** Makes the description. */
export function infisicalDescription(): Description {
  const routes = table.map(([method, template, query, body, result]): Route => {
    const inQuery = Object.entries(query).map(([name, schema]): Parameter => {
      return { name: name.replace("?", ""), in: "query", isRequired: !name.endsWith("?"), schema };
    });
    const inPath: Parameter[] = template.includes("{")
      ? [{ name: "secretName", in: "path", isRequired: true, schema: text }]
      : [];
    const operation = {
      name: `${method} ${template}`,
      isDeprecated: false,
      parameters: [...inPath, ...inQuery],
      body,
      responses: new Map([[200, result]]),
      refusals,
      scopes: null,
      notes: [],
    };
    return { method, template, operation };
  });
  return { source: "the server's source, read on 2026-11-29", kind: "facts", definitions: {}, find: finder(routes) };
}
