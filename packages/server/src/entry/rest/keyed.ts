/** Helpers for operations that require an idempotency key. */
import { ServiceError } from "@svc/contract";
import { restoreError, type KeyedResponse } from "../../domain/idempotency/run-idempotently.ts";
import type { KeyScope } from "../../domain/idempotency/port.ts";
import type { CallerFacts, Reply } from "./context.ts";

/**
 * The scope of a request's key.
 * @param tenantId `-` if the operation has no tenant.
 * @throws ServiceError IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID.
 */
export function requiredKey(context: CallerFacts, tenantId: string): KeyScope {
  const key = context.idempotencyKey();
  if (key === null) throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  return { clientId: context.caller.client.id, tenantId, key };
}

/** The reply for a keyed response: a success or an error, first or replayed. */
export function toReply(response: KeyedResponse, headers: Readonly<Record<string, string>> = {}): Reply {
  const { status, body, replayed } = response;
  const problem = restoreError(response);
  return problem === null ? { status, body, headers, replayed } : { problem, replayed };
}
