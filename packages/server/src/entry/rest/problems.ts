/** Turns errors into problem documents. Nothing from a foreign error reaches the caller or the log. */
import { problemMediaType, problemOf, ServiceError, type ErrorCode, type Problem } from "@svc/contract";
import { rootKeysUnavailableDetail } from "../../domain/connections/sealed-credential.ts";

/** A problem document with its headers. */
export type ProblemResponse = { status: number; body: Problem; headers: Readonly<Record<string, string>> };

/** The response for a service error. @param context.challenge the challenge of a 401; `Bearer` by default. */
export function toProblemResponse(
  error: ServiceError,
  context: { docsUrl: string; requestId: string; challenge?: string | undefined },
): ProblemResponse {
  const { code, retryAfterSeconds } = error;
  const { detail, execution_id, connection_id, tenant_id, webhook_endpoint_id, evidence, errors } = error;
  const ids = { execution_id, connection_id, tenant_id, webhook_endpoint_id };
  const body = problemOf(code, { ...context, detail, ...ids, evidence, errors });
  const headers: Record<string, string> = { "content-type": problemMediaType };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  if (body.status === 401) headers["www-authenticate"] = context.challenge ?? "Bearer";
  if (code === "ACTION_OUTCOME_UNKNOWN") headers["x-should-retry"] = "false";
  return { status: body.status, body, headers };
}

/** Fastify's own errors, by their stable codes. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "INVALID_REQUEST",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "INVALID_REQUEST",
  FST_ERR_CTP_EMPTY_JSON_BODY: "INVALID_REQUEST",
  FST_ERR_BAD_URL: "NOT_FOUND",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
};

/** The service error for any error; `INTERNAL` if it is a defect. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const fault = findDatabaseFault(error);
  if (fault !== null) return new ServiceError("OVERLOADED", { detail: databaseFaultDetail(fault) });
  if (areRootKeysAway(error)) return new ServiceError("OVERLOADED", { detail: rootKeysUnavailableDetail });
  const code = findCode(error);
  return new ServiceError(frameworkCodes[code] ?? "INTERNAL");
}

function databaseFaultDetail(fault: string): string {
  const sentence = fault.charAt(0).toUpperCase() + fault.slice(1);
  return `${sentence}. Wait for \`Retry-After\`, then send the same request with the same key: it can't act twice.`;
}

/** Whether the service that holds the root keys is unavailable. Any other vault error is a defect. */
function areRootKeysAway(error: unknown): boolean {
  return error instanceof Error && error.name === "VaultError" && findCode(error).startsWith("ROOT_KEYS_");
}

/** The database's fault, if that is why the store failed. Any other store error is a defect. */
function findDatabaseFault(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== "StoreError" || !("fault" in error)) return null;
  return typeof error.fault === "string" ? error.fault : null;
}

/** The loggable parts of a defect: its class, code and stack places, never its message. */
export function describeDefect(error: unknown): { name: string; code: string; at: string[] } {
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return { name, code: findCode(error), at: error instanceof Error ? parsePlaces(error) : [] };
}

/** A line of V8's stack trace: a function, which may be anonymous, and its file and position. */
const placePattern = /^at (?:[\w$.<>[\] #]{1,120} \()?(?:file:\/\/\/|node:|\/)[^()]{1,300}:\d+:\d+\)?$/;

/** The lines after the message, because a multi-line message could look like places. */
function parsePlaces({ stack = "", message }: Error): string[] {
  const from = stack.indexOf(message);
  const lines = from < 0 ? [] : stack.slice(from + message.length).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => placePattern.test(line))
    .slice(0, 12);
}

function findCode(error: unknown): string {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code) ? code : "";
}
