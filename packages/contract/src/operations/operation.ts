/** What one operation of the service is: enough to route it, validate it, document it and call it. */
import { Type, type TObject, type TSchema } from "typebox";
import { errorCodes, type ErrorCode } from "../errors.ts";
import { ActionId, idField, oneOf, Slug } from "../fields.ts";
import { idPrefixes } from "../ids.ts";

/** Who may call: a service client by its key, a frontend by its session's secret, or anybody. */
export type OperationAuth = "serviceKey" | "sessionSecret" | "none";
/** Whether an `Idempotency-Key` is needed: always, for actions that change something, or never. */
export type OperationIdempotency = "required" | "forWrites" | "none";
/** Headers of answers that the API description defines, beside those that every answer has. */
export type AnswerHeader = "Location" | "ETag" | "Cache-Control" | "Idempotent-Replayed";

/** One answer of an operation that is no problem. */
export interface OperationAnswer {
  readonly status: number;
  readonly description: string;
  /** Absent where the answer has no body. */
  readonly schema?: TSchema;
  /** `application/json` where it is absent. */
  readonly mediaType?: string;
  readonly headers?: readonly AnswerHeader[];
}

/** What is written down about an operation. */
export interface OperationSpec {
  /** The operation's id in the API description. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With OpenAPI's templating: `/v1/tenants/{tenant_id}/connections/{connection_id}:test`. */
  readonly path: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  readonly auth: OperationAuth;
  readonly idempotency: OperationIdempotency;
  /** The parameters of the path. */
  readonly params?: TObject;
  /** The parameters of the query, each of a scalar type. */
  readonly query?: TObject;
  /** Absent where no body is needed, whatever the content type. */
  readonly body?: TSchema;
  readonly success: OperationAnswer;
  /** Further answers that are no problems. */
  readonly otherAnswers?: readonly OperationAnswer[];
  /** The codes of its own; {@link operation} adds those that follow from the rest. */
  readonly errors: readonly ErrorCode[];
}

/** An operation with all its error codes, in the error table's order. */
export type Operation = OperationSpec;

/** The groups of the API description. */
export const operationTags = {
  "Service client": "Who the caller is and what it may do.",
  Tenants: "The customers of a service client.",
  Catalog: "The public catalog: every provider and action that the code knows.",
  Providers: "What a tenant can use in this deployment.",
  "Connect sessions": "One-time invitations to attach a credential to a tenant.",
  Connections: "A tenant's attachments to accounts at providers.",
  Executions: "Running actions, and the records of what became of them.",
  Events: "What changed, for your own programs: a log to read by a cursor, and the same sent to your endpoints.",
  MCP: "The same actions as tools for agents, over the Model Context Protocol.",
  Audit: "What was done, and every use of a credential, as a chain that shows what was tampered with.",
  "Connect frontend": "What the hosted page, or a form of your own, calls from the browser.",
  Service: "Health and documentation.",
} as const;
/** One of {@link operationTags}. */
export type OperationTag = keyof typeof operationTags;

const keyErrors = [
  "IDEMPOTENCY_KEY_REQUIRED",
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENCY_KEY_IN_PROGRESS",
  "IDEMPOTENCY_RESULT_EXPIRED",
] as const satisfies readonly ErrorCode[];

/** What a conditional request gets whose `ETag` is still the current one. */
export const notModified = {
  status: 304,
  description: "Unchanged since the `ETag` sent in `If-None-Match`.",
} as const satisfies OperationAnswer;

/**
 * Completes an operation with what follows from the rest: its error codes, and an `ETag` with 304 on every read by a
 * service client.
 */
export function operation<const Spec extends OperationSpec>(
  spec: Spec,
): Spec & { readonly errors: readonly ErrorCode[] } {
  const codes = new Set<ErrorCode>(["INVALID_REQUEST", "INTERNAL", ...spec.errors]);
  if (spec.auth !== "none") codes.add("OVERLOADED");
  if (spec.auth === "serviceKey") codes.add("UNAUTHENTICATED").add("RATE_LIMITED");
  if (spec.auth === "sessionSecret") codes.add("CONNECT_TOKEN_INVALID").add("ORIGIN_NOT_ALLOWED").add("RATE_LIMITED");
  if (spec.path.includes("{tenant_id}")) codes.add("TENANT_NOT_FOUND");
  if (spec.body !== undefined) codes.add("REQUEST_TIMEOUT").add("PAYLOAD_TOO_LARGE").add("OVERLOADED");
  if (spec.idempotency !== "none") for (const code of keyErrors) codes.add(code);
  const errors = errorCodes.filter((code) => codes.has(code));
  const { success, otherAnswers = [], method, auth } = spec;
  if (method !== "GET" || auth !== "serviceKey" || success.schema === undefined) return { ...spec, errors };
  const headers: readonly AnswerHeader[] = ["ETag", ...(success.headers ?? [])];
  return { ...spec, success: { ...success, headers }, otherAnswers: [notModified, ...otherAnswers], errors };
}

const closed = { additionalProperties: false };
const tenant_id = idField(idPrefixes.tenant, "The tenant.");
const session_id = idField(idPrefixes.connectSession, "The Connect session.");
const connection_id = idField(idPrefixes.connection, "The connection.");
const execution_id = idField(idPrefixes.execution, "The execution.");

/** The parameters of paths, by what they name. */
export const paths = {
  tenant: Type.Object({ tenant_id }, closed),
  slug: Type.Object({ slug: Slug }, closed),
  tenantProvider: Type.Object({ tenant_id, slug: Slug }, closed),
  tenantAction: Type.Object({ tenant_id, slug: Slug, action_id: ActionId }, closed),
  session: Type.Object({ tenant_id, session_id }, closed),
  connection: Type.Object({ tenant_id, connection_id }, closed),
  connectionAction: Type.Object({ tenant_id, connection_id, action_id: ActionId }, closed),
  execution: Type.Object({ tenant_id, execution_id }, closed),
};

/** The query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "The most entries to return." }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, description: "`next_cursor` of the previous page; opaque." }),
  ),
};

/** A query parameter that filters by a status. */
export function statusQuery<const Values extends readonly string[]>(values: Values) {
  return Type.Optional(oneOf(values, "Only those with this status."));
}
