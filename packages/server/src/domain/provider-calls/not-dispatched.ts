/** A call that svc itself kept from the provider. */
import { ServiceError } from "@svc/contract";

/**
 * Thrown if a changing request was abandoned before its first byte, or a read couldn't be sent because of svc itself. An
 * execution's record gets `ACTION_NOT_DISPATCHED`.
 */
export class NotDispatched extends Error {
  /** Whether this machine couldn't open a connection. */
  readonly isLocal: boolean;
  constructor(isLocal = false) {
    super("The request was not sent.");
    this.name = "NotDispatched";
    this.isLocal = isLocal;
  }
}

/** Why a request wasn't sent, for its caller: one sentence. */
export const notSentHere = "svc's own server couldn't open a connection, so nothing was sent to the provider.";

/** The error of a call without a record that svc's own machine couldn't send. Nothing was changed. */
export function localFailure(facts: { connection_id?: string; execution_id?: string } = {}): ServiceError {
  return new ServiceError("OVERLOADED", {
    ...facts,
    detail: `${notSentHere} Wait for \`Retry-After\`, then send the same request.`,
  });
}
