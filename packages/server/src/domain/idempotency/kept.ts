/**
 * Kept refusals: a key stores the refusal's facts, and each replay builds a problem from them with its own request id.
 */
import { errorTable, isErrorCode, ServiceError } from "@svc/contract";
import type { KeptAnswer } from "./port.ts";

/** Converts a refusal to a kept answer. */
export function keepError(error: ServiceError): KeptAnswer {
  const { code, detail, execution_id, connection_id, tenant_id } = error;
  return { status: errorTable[code].status, body: { code, detail, execution_id, connection_id, tenant_id } };
}

/** Converts a kept answer back to the refusal; null if the answer is a success. */
export function restoreError(answer: KeptAnswer): ServiceError | null {
  if (answer.status < 400) return null;
  const body = answer.body as Partial<Record<"detail" | "execution_id" | "connection_id" | "tenant_id", string>> & {
    code?: unknown;
  };
  const { code, detail, execution_id, connection_id, tenant_id } = body;
  return new ServiceError(isErrorCode(code) ? code : "INTERNAL", { detail, execution_id, connection_id, tenant_id });
}
