/** How a command ends badly: the exit code and what is said about it (contract §7). */
import { exitCodeOf } from "@svc/contract";
import { ActionOutcomeUnknownError, ApiError, ConnectionError, SvcError, TimeoutError } from "@svc/sdk";

/** Thrown by a command that has to end with a given code. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** The document for `--format json`, where there is more to say than the message. */
  readonly document: unknown;

  constructor(exitCode: number, message: string, document: unknown = undefined) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
    this.document = document;
  }
}

/** What the terminal is told, and the exit code. */
export type Ending = { exitCode: number; lines: string[]; document: unknown };

/** The ending of whatever a command threw. Nothing of a foreign error is shown. */
export function endingOf(error: unknown): Ending {
  if (error instanceof CommandFailure) {
    const { exitCode, message, document } = error;
    return { exitCode, lines: message === "" ? [] : [`error: ${message}`], document };
  }
  if (error instanceof ApiError) return endingOfApiError(error);
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    const key = error.idempotencyKey;
    const again = key === null ? [] : [`Send it again with --idempotency-key ${key}: that cannot act twice.`];
    const lines = [`error: ${error.message}`, ...again];
    return { exitCode: 6, lines, document: { error: { message: error.message, idempotencyKey: key } } };
  }
  const message = error instanceof SvcError ? error.message : "This is a defect of the command line. Please report it.";
  return { exitCode: 1, lines: [`error: ${message}`], document: { error: { message } } };
}

function endingOfApiError(error: ApiError): Ending {
  const { code, status, detail, requestId, retryable, executionId, connectionId, tenantId, errors } = error;
  const exitCode = code === null ? exitCodeOfStatus(error) : exitCodeOf(code);
  const named = [
    ...errors.map((each) => `  ${each.pointer === "" ? "(body)" : each.pointer}: ${each.message}`),
    ...(executionId === null ? [] : [`execution: ${executionId}`]),
    ...(connectionId === null ? [] : [`connection: ${connectionId}`]),
    ...(tenantId === null ? [] : [`tenant: ${tenantId}`]),
    ...(requestId === null ? [] : [`request: ${requestId}`]),
  ];
  const ids = { execution_id: executionId, connection_id: connectionId, tenant_id: tenantId };
  return {
    exitCode,
    lines: [`error: ${code ?? `HTTP ${status}`}: ${detail}`, ...named],
    document: { error: { code, status, detail, requestId, retryable, ...ids, errors } },
  };
}

function exitCodeOfStatus(error: ApiError): number {
  if (error instanceof ActionOutcomeUnknownError) return 7;
  if (error.status === 401 || error.status === 403) return 3;
  if (error.status === 404) return 4;
  return error.status >= 500 || error.status === 429 ? 6 : 1;
}
