/** API errors: the whole table, the problem document (RFC 9457), and the error that the domain throws. */
import { Type, type Static } from "typebox";
import { actionErrors } from "./action-errors.ts";
import { approvalErrors } from "./approval-errors.ts";
import { connectErrors } from "./connect-errors.ts";
import { requestErrors, type ErrorEntry, type ExitCode } from "./error-table.ts";
import { eventErrors } from "./event-errors.ts";
import { oneOf } from "./fields.ts";
import { idLengthMax, idPattern, idPrefixes } from "./ids.ts";
import { tokenErrors } from "./token-errors.ts";
import { evidenceProspects, type EvidenceProspect } from "./values.ts";

const entries = {
  ...requestErrors,
  ...connectErrors,
  ...actionErrors,
  ...eventErrors,
  ...tokenErrors,
  ...approvalErrors,
} as const;

/** The stable name of an error, in UPPER_SNAKE case. */
export type ErrorCode = keyof typeof entries;

/** Every code with its row. */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = entries;

/** Every code, in the table's order. */
export const errorCodes = Object.keys(entries) as readonly ErrorCode[];

/** Whether a text, for example from a response, is a code in this table. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === "string" && Object.hasOwn(entries, text);
}

/** Returns the command line's exit code for an error code (contract §7.4); 1 if the code isn't in the table. */
export function exitCodeOf(code: string): ExitCode {
  return isErrorCode(code) ? errorTable[code].exitCode : 1;
}

/** One invalid place in the input. */
export const InputError = Type.Object(
  {
    pointer: Type.String({
      description: "RFC 6901 pointer into the body, the query or the action's input.",
      maxLength: 2048,
    }),
    keyword: Type.String({ description: "The JSON Schema keyword that the value violates.", maxLength: 64 }),
    message: Type.String({ description: "What is expected there. Never quotes the value.", maxLength: 1024 }),
  },
  { title: "InputError", description: "One error in the input.", additionalProperties: false },
);
/** One invalid place in the input. */
export type InputError = Static<typeof InputError>;

const id = (prefix: (typeof idPrefixes)[keyof typeof idPrefixes], description: string) =>
  Type.Optional(Type.String({ pattern: idPattern(prefix), maxLength: idLengthMax, description }));

/** The body of every error response: `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({ format: "uri", maxLength: 2048, description: "URL of the page about this code." }),
    title: Type.String({ maxLength: 120, description: "Short name of the error." }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "HTTP status." }),
    detail: Type.String({ maxLength: 2048, description: "What happened, and what to do next." }),
    code: oneOf(errorCodes, "Stable error code."),
    requestId: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      maxLength: 64,
      description: "ID of the request; also in `x-request-id`.",
    }),
    retryable: Type.Boolean({
      description: "Whether the same request with the same key may be sent again. It can't act twice.",
    }),
    execution_id: id(idPrefixes.execution, "The execution the error is about."),
    connection_id: id(idPrefixes.connection, "The connection the error is about."),
    tenant_id: id(idPrefixes.tenant, "The tenant the error is about."),
    webhook_endpoint_id: id(idPrefixes.webhookEndpoint, "The webhook endpoint the error is about."),
    evidence: Type.Optional(
      oneOf(
        evidenceProspects,
        "For an unknown outcome: whether svc looks for the effect automatically, on request with `:settle`, or not at all.",
      ),
    ),
    errors: Type.Optional(Type.Array(InputError, { maxItems: 100, description: "The errors in the input." })),
  },
  { title: "Problem", description: "An error in the format of RFC 9457.", additionalProperties: false },
);
/** The body of every error response. */
export type Problem = Static<typeof Problem>;

/** The media type of {@link Problem}. */
export const problemMediaType = "application/problem+json";

/** Public details about one occurrence of an error, in addition to its code. */
export interface ErrorFacts {
  /** Replaces the table's text. */
  readonly detail?: string | undefined;
  readonly execution_id?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly tenant_id?: string | undefined;
  readonly webhook_endpoint_id?: string | undefined;
  /** For `ACTION_OUTCOME_UNKNOWN`. */
  readonly evidence?: EvidenceProspect | undefined;
  readonly errors?: readonly InputError[] | undefined;
}

/**
 * Builds the body of an error response.
 *
 * @param options `docsUrl`: the docs origin without a trailing slash.
 */
export function problemOf(
  code: ErrorCode,
  options: ErrorFacts & { readonly docsUrl: string; readonly requestId: string },
): Problem {
  const { status, title, detail, retryable } = errorTable[code];
  const { execution_id, connection_id, tenant_id, webhook_endpoint_id, evidence, errors } = options;
  return {
    type: `${options.docsUrl}/docs/errors/${code}`,
    title,
    status,
    detail: options.detail ?? detail,
    code,
    requestId: options.requestId,
    retryable,
    ...(execution_id === undefined ? {} : { execution_id }),
    ...(connection_id === undefined ? {} : { connection_id }),
    ...(tenant_id === undefined ? {} : { tenant_id }),
    ...(webhook_endpoint_id === undefined ? {} : { webhook_endpoint_id }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(errors === undefined ? {} : { errors: errors.slice(0, 100) }),
  };
}

const unknownOutcome =
  "The request was sent and got no definitive response: it may or may not have taken effect. Do not retry with a new key.";

/** The `detail` of an `ACTION_OUTCOME_UNKNOWN`, by whether svc will look for the effect. */
export const unknownOutcomeDetails: Readonly<Record<EvidenceProspect, string>> = {
  automatic: `${unknownOutcome} svc keeps looking for the effect: wait until the execution has an outcome.`,
  on_request: `${unknownOutcome} svc looks for the effect if you call \`:settle\`.`,
  none: `${unknownOutcome} svc can't look for the effect: check with the provider, and record what you found with \`:resolve\`.`,
};

/** The error that the domain throws. Its message and all its fields are public. It never has a cause. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly detail: string;
  readonly execution_id: string | undefined;
  readonly connection_id: string | undefined;
  readonly tenant_id: string | undefined;
  readonly webhook_endpoint_id: string | undefined;
  readonly evidence: EvidenceProspect | undefined;
  readonly errors: readonly InputError[] | undefined;
  /** Seconds for `Retry-After`: the given ones, otherwise the table's, otherwise none. */
  readonly retryAfterSeconds: number | undefined;

  /** @param facts `detail` and `retryAfterSeconds` replace the table's values. */
  constructor(code: ErrorCode, facts: ErrorFacts & { readonly retryAfterSeconds?: number | undefined } = {}) {
    const detail = facts.detail ?? errorTable[code].detail;
    super(detail);
    this.code = code;
    this.detail = detail;
    this.execution_id = facts.execution_id;
    this.connection_id = facts.connection_id;
    this.tenant_id = facts.tenant_id;
    this.webhook_endpoint_id = facts.webhook_endpoint_id;
    this.evidence = facts.evidence;
    this.errors = facts.errors;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? errorTable[code].retryAfterSeconds;
  }
}
