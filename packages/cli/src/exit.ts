/** Maps an error of a command to its exit code and output (contract §7.4). */
import { exitCodeOf, isErrorCode } from "@svc/contract";
import {
  ActionOutcomeUnknownError,
  ApiError,
  ArgumentError,
  ConnectionError,
  SvcError,
  TimeoutError,
  UnexpectedResponseError,
} from "@svc/sdk";
import { CommandFailure, interruptedExitCode, type ExitReport } from "./failure.ts";

/** Creates the report for an error of a command. Shows no text of unexpected errors. */
export function toExitReport(error: unknown): ExitReport {
  if (error instanceof CommandFailure) return reportFailure(error);
  if (error instanceof ApiError) return reportApiError(error);
  if (error instanceof ArgumentError) return createReport(exitCodeOf(error.code), error.message, { code: error.code });
  if (error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnexpectedResponseError) {
    const { message, idempotencyKey } = error;
    if (idempotencyKey === null) return createReport(6, message);
    const again = `Retry with --idempotency-key ${idempotencyKey}. It can't act twice.`;
    return createReport(6, message, { idempotencyKey }, [again]);
  }
  if (error instanceof SvcError) return createReport(1, error.message);
  return createReport(1, "This is a bug in svc. Please report it.");
}

function createReport(exitCode: number, detail: string, fields: object = {}, more: readonly string[] = []): ExitReport {
  const document = { error: { code: null, detail, ...fields } };
  return { exitCode, lines: [`error: ${detail}`, ...more], document };
}

function reportFailure({ exitCode, message, error }: CommandFailure): ExitReport {
  // Ctrl-C is the user's own wish, not an error.
  const isWish = exitCode === interruptedExitCode;
  const lines = message.split("\n").map((line, number) => (number === 0 && !isWish ? `error: ${line}` : line));
  return { exitCode, lines, document: error === null ? undefined : { error } };
}

function reportApiError(error: ApiError): ExitReport {
  const { code, status, detail, executionId, connectionId, tenantId, webhookEndpointId, requestId, errors } = error;
  const unknown = error instanceof ActionOutcomeUnknownError;
  const exitCode = isErrorCode(code) ? exitCodeOf(code) : exitCodeForStatus(status, unknown);
  const lines = [
    `error: ${code ?? `HTTP ${status}`}: ${unknown ? unknownText : detail}`,
    ...errors.map((each) => `  ${each.pointer === "" ? "(body)" : each.pointer}: ${each.message}`),
    ...(executionId === null ? [] : [`execution: ${executionId}`]),
    ...(connectionId === null ? [] : [`connection: ${connectionId}`]),
    ...(tenantId === null ? [] : [`tenant: ${tenantId}`]),
    ...(webhookEndpointId === null ? [] : [`endpoint: ${webhookEndpointId}`]),
    ...(requestId === null ? [] : [`request: ${requestId}`]),
    ...(unknown ? lookUpHint(error).split("\n") : []),
  ];
  return { exitCode, lines, document: { error: toProblem(error) } };
}

/** The problem as the server sent it, without the fields that it didn't send. */
function toProblem(error: ApiError): object {
  const { type, title, status, detail, code, requestId, retryable, errors } = error;
  const { executionId, connectionId, tenantId, webhookEndpointId } = error;
  return {
    ...(type === null ? {} : { type }),
    title,
    status,
    detail,
    code,
    requestId,
    retryable,
    ...(executionId === null ? {} : { execution_id: executionId }),
    ...(connectionId === null ? {} : { connection_id: connectionId }),
    ...(tenantId === null ? {} : { tenant_id: tenantId }),
    ...(webhookEndpointId === null ? {} : { webhook_endpoint_id: webhookEndpointId }),
    ...(errors.length === 0 ? {} : { errors }),
    ...(error instanceof ActionOutcomeUnknownError ? unknownFields(error) : {}),
  };
}

function unknownFields({ evidence, idempotencyKey }: ActionOutcomeUnknownError): object {
  return { ...(evidence === null ? {} : { evidence }), idempotencyKey };
}

const unknownText = "The request was sent, and it isn't known whether it took effect. Don't repeat it with a new key.";

function lookUpHint({ executionId, evidence, idempotencyKey }: ActionOutcomeUnknownError): string {
  if (executionId !== null) {
    const first = {
      automatic: `svc keeps looking for its effect. Wait for the outcome with: svc executions wait ${executionId}`,
      on_request: `Have svc look for its effect with: svc executions settle ${executionId}`,
      none: `Look it up with: svc executions get ${executionId}`,
    }[evidence ?? "none"];
    const resolve = `svc executions resolve ${executionId} --outcome succeeded|failed`;
    return `${first}\nOr check at the provider, then resolve it with: ${resolve}`;
  }
  return idempotencyKey === null
    ? "Look it up with: svc executions list"
    : `Look it up with: svc executions list --idempotency-key ${idempotencyKey}`;
}

/** The exit code for responses that svc didn't write, and for codes of newer servers. */
function exitCodeForStatus(status: number, unknown: boolean): number {
  if (unknown) return 7;
  if (status === 401 || status === 403) return 3;
  if (status === 404) return 4;
  if (status === 400 || status === 422) return 5;
  return status >= 500 || status === 429 || status < 400 ? 6 : 1;
}
