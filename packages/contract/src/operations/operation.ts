/** The declaration of an operation: enough to route, validate, document and call it. */
import { Type, type TObject, type TSchema } from "typebox";
import { errorCodes, type ErrorCode } from "../errors.ts";
import { ActionId, idField, oneOf, Slug } from "../fields.ts";
import { idPrefixes } from "../ids.ts";

/** Who may call: a service client with its key, a frontend with its session's secret, or anyone. */
export type OperationAuth = "serviceKey" | "sessionSecret" | "none";
/**
 * How narrow the caller may be: a service key for all tenants (`client`), one that is narrowed to the tenant
 * (`tenant`), or a delegated token (`delegated`).
 */
export type OperationReach = "client" | "tenant" | "delegated";
/**
 * Whether an `Idempotency-Key` counts: it is required, required for actions that change something, taken if there is one, or
 * ignored.
 */
export type OperationIdempotency = "required" | "forWrites" | "optional" | "none";
/** Response headers that the API description defines, in addition to those of every response. */
export type ResponseHeader = "Location" | "ETag" | "Cache-Control" | "Idempotent-Replayed";

/** One response of an operation, other than a problem. */
export interface OperationResponse {
  readonly status: number;
  readonly description: string;
  /** Absent if the response has no body. */
  readonly schema?: TSchema;
  /** Default `application/json`. */
  readonly mediaType?: string;
  readonly headers?: readonly ResponseHeader[];
}

/** An operation as a method of the SDKs. They are generated from it, and so are the samples. */
export interface SdkMethod {
  /**
   * The method's name in TypeScript, below the client (`tenants.create`), a tenant (`tenant.connections.get`), one of
   * its connections (`connection.execute`) or the public catalog (`catalog.provider`). Python's is the same in snake
   * case.
   */
  readonly method: string;
  /** Fields of the query or the body that are arguments of their own, after those of the path. */
  readonly args?: readonly string[];
  /** A second method of a list, which returns one page as the server sent it. */
  readonly pageMethod?: string;
  /** The variable for the result in samples. The singular of the resource by default. */
  readonly result?: string;
  /** The method does more than send a request, so it isn't generated. */
  readonly isHandwritten?: true;
}

/** An operation as a command of the command line: flags, one call, and what it prints. */
export interface CommandSpec {
  /** Noun, verb and arguments: `webhooks get <endpoint_id>`. */
  readonly usage: string;
  /** The help text; the operation's summary by default. */
  readonly text?: string;
  readonly examples: readonly [string, ...string[]];
  /** The flag of each field of the query or the body, with its help text. Those for keys and pages are added. */
  readonly flags?: Readonly<Record<string, readonly [flag: string, text: string]>>;
  /**
   * The columns of a listing: the path of each field, as in `account.name`. `a ?? b` shows `b` if `a` is null, and
   * `provider/action_id` shows both. A field that is null otherwise is shown as `-`.
   */
  readonly columns?: Readonly<Record<string, string>>;
  /** The command line's own function that prints the result, instead of its fields. */
  readonly shownBy?: string;
  /** The public catalog's method that is called instead if no tenant is set. */
  readonly withoutTenant?: string;
  /** What is said on stderr afterwards. `{endpoint_id}` stands for that argument. */
  readonly afterwards?: string;
}

/** An operation as declared. */
export interface OperationSpec {
  /** The operation's id in the API description. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** An OpenAPI path template: `/v1/tenants/{tenant_id}/connections/{connection_id}:test`. */
  readonly path: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  readonly auth: OperationAuth;
  /** See {@link reachOf}. */
  readonly reach?: OperationReach;
  readonly idempotency: OperationIdempotency;
  /** Absent if the SDKs don't offer it. */
  readonly call?: SdkMethod;
  /** Absent if there is no command, or one that is written by hand. */
  readonly command?: CommandSpec;
  /** The path parameters. */
  readonly params?: TObject;
  /** The query parameters, each of a scalar type. */
  readonly query?: TObject;
  /** Absent if no body is needed; the content type then doesn't matter. */
  readonly body?: TSchema;
  readonly success: OperationResponse;
  /** Further responses that aren't problems. */
  readonly otherResponses?: readonly OperationResponse[];
  /** The operation's own error codes; {@link operation} adds those implied by the other fields. */
  readonly errors: readonly ErrorCode[];
}

/** An operation with all its error codes, in the error table's order. */
export type Operation = OperationSpec;

/** The groups of the API description. */
export const operationTags = {
  "Service client": "The caller, and what it may do.",
  Tenants: "The customers of a service client.",
  Catalog: "The public catalog: every provider and action that svc supports.",
  Providers: "The providers and actions that a tenant can use in this deployment.",
  "Connect sessions": "One-time invitations to connect an account for a tenant.",
  Connections: "A tenant's links to accounts at providers.",
  Executions: "Execute actions, and look up the records of their outcomes.",
  Approval: "Calls that need a person's approval, and the policy that decides which ones do.",
  "Delegated tokens": "Narrow, short-lived tokens for agents.",
  "Agent sign-in": "Sign-ins by agents' hosts at MCP addresses, which your app approves for its own users.",
  Events: "Changes, for your own programs: a log to read with a cursor, and deliveries to your webhook endpoints.",
  MCP: "The same actions as tools for agents, over the Model Context Protocol.",
  Audit: "Changes, and every use of a credential, as a chain that reveals tampering.",
  "Connect frontend": "The calls that the hosted page, or your own form, makes from the browser.",
  Service: "Health and documentation.",
} as const;
/** One of {@link operationTags}. */
export type OperationTag = keyof typeof operationTags;

const keyErrors = [
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_KEY_REUSED",
  "IDEMPOTENCY_KEY_IN_PROGRESS",
  "IDEMPOTENCY_RESULT_EXPIRED",
] as const satisfies readonly ErrorCode[];

/** The response to a conditional request whose `ETag` is still current. */
export const notModified = {
  status: 304,
  description: "Unchanged since the `ETag` sent in `If-None-Match`.",
} as const satisfies OperationResponse;

/**
 * Completes an operation with what its other fields imply: error codes, and an `ETag` with 304 on every read by a
 * service client.
 */
export function operation<const Spec extends OperationSpec>(
  spec: Spec,
): Spec & { readonly errors: readonly ErrorCode[] } {
  const codes = new Set<ErrorCode>(["INVALID_REQUEST", "INTERNAL", ...spec.errors]);
  if (spec.auth !== "none") codes.add("OVERLOADED");
  if (spec.auth === "serviceKey") {
    codes.add("UNAUTHENTICATED").add("RATE_LIMITED");
    if (reachOf(spec) !== "delegated") codes.add("NOT_PERMITTED");
  }
  if (spec.auth === "sessionSecret") codes.add("CONNECT_TOKEN_INVALID").add("ORIGIN_NOT_ALLOWED").add("RATE_LIMITED");
  if (spec.path.includes("{tenant_id}")) codes.add("TENANT_NOT_FOUND");
  if (spec.body !== undefined) codes.add("REQUEST_TIMEOUT").add("PAYLOAD_TOO_LARGE").add("OVERLOADED");
  if (spec.idempotency !== "none") for (const code of keyErrors) codes.add(code);
  if (spec.idempotency === "required" || spec.idempotency === "forWrites") codes.add("IDEMPOTENCY_KEY_REQUIRED");
  const errors = errorCodes.filter((code) => codes.has(code));
  const { success, otherResponses = [], method, auth } = spec;
  if (method !== "GET" || auth !== "serviceKey" || success.schema === undefined) return { ...spec, errors };
  const headers: readonly ResponseHeader[] = ["ETag", ...(success.headers ?? [])];
  return { ...spec, success: { ...success, headers }, otherResponses: [notModified, ...otherResponses], errors };
}

/** Returns how narrow a caller of an operation may be. By default, operations on one tenant accept a narrowed key. */
export function reachOf({ reach, path }: Pick<OperationSpec, "reach" | "path">): OperationReach {
  return reach ?? (path.includes("{tenant_id}") ? "tenant" : "client");
}

const closed = { additionalProperties: false };
const tenant_id = idField(idPrefixes.tenant, "The tenant.");
const session_id = idField(idPrefixes.connectSession, "The Connect session.");
const connection_id = idField(idPrefixes.connection, "The connection.");
const execution_id = idField(idPrefixes.execution, "The execution.");
const proposal_id = idField(idPrefixes.proposal, "The proposal.");

/** Path parameters by name. */
export const paths = {
  tenant: Type.Object({ tenant_id }, closed),
  slug: Type.Object({ slug: Slug }, closed),
  tenantProvider: Type.Object({ tenant_id, slug: Slug }, closed),
  tenantAction: Type.Object({ tenant_id, slug: Slug, action_id: ActionId }, closed),
  session: Type.Object({ tenant_id, session_id }, closed),
  connection: Type.Object({ tenant_id, connection_id }, closed),
  connectionAction: Type.Object({ tenant_id, connection_id, action_id: ActionId }, closed),
  execution: Type.Object({ tenant_id, execution_id }, closed),
  proposal: Type.Object({ tenant_id, proposal_id }, closed),
};

/** The query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "The maximum number of items to return." }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, description: "`nextCursor` of the previous page; opaque." }),
  ),
};

/** Builds a query parameter that filters by status. */
export function statusQuery<const Values extends readonly string[]>(values: Values) {
  return Type.Optional(oneOf(values, "Only items with this status."));
}
