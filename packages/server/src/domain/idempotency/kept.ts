/**
 * Kept refusals: a key stores the refusal's facts, and each replay builds a problem from them with its own request id.
 */
import { errorTable, isErrorCode, ServiceError } from "@svc/contract";
import type { KeptResponse } from "./port.ts";

/** Converts a refusal to a kept response. */
export function keepError(error: ServiceError): KeptResponse {
  const { code, detail, execution_id, connection_id, tenant_id } = error;
  return { status: errorTable[code].status, body: { code, detail, execution_id, connection_id, tenant_id } };
}

/** Converts a kept response back to the refusal; null if the response is a success. */
export function restoreError(response: KeptResponse): ServiceError | null {
  if (response.status < 400) return null;
  const body = response.body as Partial<Record<"detail" | "execution_id" | "connection_id" | "tenant_id", string>> & {
    code?: unknown;
  };
  const { code, detail, execution_id, connection_id, tenant_id } = body;
  return new ServiceError(isErrorCode(code) ? code : "INTERNAL", { detail, execution_id, connection_id, tenant_id });
}
