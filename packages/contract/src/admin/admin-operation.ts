/** The declaration of an operation of the admin API: enough to route, validate, document and call it. */
import { Type, type TObject, type TSchema } from "typebox";
import { errorCodes, type ErrorCode } from "../errors.ts";
import type { JsonLimits } from "../json.ts";
import type { OperationResponse } from "../operations/operation.ts";
import type { OperatorRole } from "../values.ts";

/** An operation of the admin API as declared. */
export interface AdminOperationSpec {
  /** The operation's id in the API description. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** An OpenAPI path template. */
  readonly path: `/admin/v1/${string}`;
  readonly tag: AdminTag;
  readonly summary: string;
  readonly description: string;
  /** The least role for it. */
  readonly role: OperatorRole;
  /** Whether it takes `If-Match`, and with `create` also `If-None-Match: *`. Its resource has a `version` then. */
  readonly condition?: "match" | "create";
  readonly params?: TObject;
  /** The query parameters, each of a scalar type. */
  readonly query?: TObject;
  /** Absent if no body is needed. */
  readonly body?: TSchema;
  /** Only for a body that may be larger than others. */
  readonly bodyLimits?: JsonLimits & { readonly bytesMax: number };
  readonly success: OperationResponse & { readonly schema: TSchema };
  /** The operation's own error codes; {@link adminOperation} adds those implied by the other fields. */
  readonly errors: readonly ErrorCode[];
}

/** An operation with all its error codes, in the error table's order. */
export type AdminOperation = AdminOperationSpec;

/** The groups of the admin API. */
export const adminTags = {
  "Service clients": "Who may call the API, with which keys, and what they may do.",
  "OAuth apps": "The apps that are registered with providers. Their secrets are never returned.",
  "MCP servers": "Remote MCP servers that are providers, with their reviews.",
  "Operator tokens": "Who may sign in to the console and call this API.",
  "Webhook endpoints": "Endpoints of every service client, with their deliveries.",
  Deployment: "Providers, connections, the vault, the database and the audit trail.",
} as const;
/** One of {@link adminTags}. */
export type AdminTag = keyof typeof adminTags;

/** Completes an operation with the error codes that its other fields imply. */
export function adminOperation<const Spec extends AdminOperationSpec>(
  spec: Spec,
): Spec & { readonly errors: readonly ErrorCode[] } {
  const codes = new Set<ErrorCode>(["INVALID_REQUEST", "INTERNAL", "OVERLOADED", "UNAUTHENTICATED", "RATE_LIMITED"]);
  for (const code of spec.errors) codes.add(code);
  if (spec.role !== "viewer") codes.add("NOT_PERMITTED");
  if (spec.condition !== undefined) codes.add("PRECONDITION_FAILED");
  if (spec.body !== undefined) codes.add("REQUEST_TIMEOUT").add("PAYLOAD_TOO_LARGE");
  return { ...spec, errors: errorCodes.filter((code) => codes.has(code)) };
}

/** Objects of the admin API have no other fields. */
export const closed = { additionalProperties: false };

/** A service client in a path, a query or a body. */
export const serviceClientRef = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The service client: its ID, or its name if no other active one has it.",
});

/** The path parameters of operations on one service client. */
export const ofServiceClient = Type.Object({ service_client: serviceClientRef }, closed);

/** The version of a resource. */
export const Version = Type.String({
  maxLength: 64,
  description: "Changes with the content. Send it as `If-Match` to change exactly this version.",
});

/** Settings that are valid but probably a mistake. */
export const warnings = Type.Array(Type.String({ maxLength: 2048 }), {
  description: "What is valid but probably a mistake.",
});

/** The query parameter of operations that store action patterns. */
export const force = Type.Optional(
  Type.Boolean({ default: false, description: "Accept action patterns that match no action of this version." }),
);
