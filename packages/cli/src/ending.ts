/** The exit code for whatever a command threw, and what is said about it (contract §7.4). */
import { exitCodeOf, isErrorCode } from "@svc/contract";
import {
  ActionOutcomeUnknownError,
  ApiError,
  ArgumentError,
  ConnectionError,
  SvcError,
  TimeoutError,
  UnexpectedAnswerError,
} from "@svc/sdk";
import { CommandFailure, type Ending } from "./failure.ts";

/** The ending of whatever a command threw. Nothing of a foreign error is shown. */
export function endingOf(error: unknown): Ending {
  if (error instanceof CommandFailure) return endingOfFailure(error);
  if (error instanceof ApiError) return endingOfApiError(error);
  if (error instanceof ArgumentError) return ending(exitCodeOf(error.code), error.message, { code: error.code });
  if (error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnexpectedAnswerError) {
    const { message, idempotencyKey } = error;
    if (idempotencyKey === null) return ending(6, message);
    const again = `Send the same again with --idempotency-key ${idempotencyKey}: that cannot act twice.`;
    return ending(6, message, { idempotencyKey }, [again]);
  }
  if (error instanceof SvcError) return ending(1, error.message);
  return ending(1, "This is a defect of the command line. Please report it.");
}

function ending(exitCode: number, detail: string, fields: object = {}, more: readonly string[] = []): Ending {
  const document = { error: { code: null, detail, ...fields } };
  return { exitCode, lines: [`error: ${detail}`, ...more], document };
}

function endingOfFailure({ exitCode, message, error }: CommandFailure): Ending {
  const lines = message.split("\n").map((line, number) => (number === 0 ? `error: ${line}` : line));
  return { exitCode, lines, document: error === null ? undefined : { error } };
}

function endingOfApiError(error: ApiError): Ending {
  const { code, status, detail, executionId, connectionId, tenantId, requestId, errors } = error;
  const unknown = error instanceof ActionOutcomeUnknownError;
  const exitCode = isErrorCode(code) ? exitCodeOf(code) : exitCodeOfStatus(status, unknown);
  const lines = [
    `error: ${code ?? `HTTP ${status}`}: ${detail}`,
    ...errors.map((each) => `  ${each.pointer === "" ? "(body)" : each.pointer}: ${each.message}`),
    ...(executionId === null ? [] : [`execution: ${executionId}`]),
    ...(connectionId === null ? [] : [`connection: ${connectionId}`]),
    ...(tenantId === null ? [] : [`tenant: ${tenantId}`]),
    ...(requestId === null ? [] : [`request: ${requestId}`]),
    ...(unknown ? [lookUp(error)] : []),
  ];
  return { exitCode, lines, document: { error: problemOfApiError(error) } };
}

/** The problem as the service sent it: a field that it did not send is absent. */
function problemOfApiError(error: ApiError): object {
  const { type, title, status, detail, code, requestId, retryable, executionId, connectionId, tenantId, errors } =
    error;
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
    ...(errors.length === 0 ? {} : { errors }),
    ...(error instanceof ActionOutcomeUnknownError ? { idempotencyKey: error.idempotencyKey } : {}),
  };
}

function lookUp({ executionId, idempotencyKey }: ActionOutcomeUnknownError): string {
  if (executionId !== null) return `Look it up with: svc executions get ${executionId}`;
  return idempotencyKey === null
    ? "Look it up with: svc executions list"
    : `Look it up with: svc executions list --idempotency-key ${idempotencyKey}`;
}

/** For answers that are not the service's own, and for codes of a newer server. */
function exitCodeOfStatus(status: number, unknown: boolean): number {
  if (unknown) return 7;
  if (status === 401 || status === 403) return 3;
  if (status === 404) return 4;
  if (status === 400 || status === 422) return 5;
  return status >= 500 || status === 429 || status < 400 ? 6 : 1;
}
