/** Kept refusals: a key keeps the facts of a refusal, and each replay builds the problem from them with its own request id. */
import { errorTable, isErrorCode, ServiceError } from "@svc/contract";
import type { KeptAnswer } from "./port.ts";

/** A refusal as a key keeps it. */
export function keepError(error: ServiceError): KeptAnswer {
  const { code, detail, execution_id, connection_id, tenant_id } = error;
  return { status: errorTable[code].status, body: { code, detail, execution_id, connection_id, tenant_id } };
}

/** The refusal in a kept answer; null if the answer is a success. */
export function refusalOf(answer: KeptAnswer): ServiceError | null {
  if (answer.status < 400) return null;
  const body = answer.body as Partial<Record<"detail" | "execution_id" | "connection_id" | "tenant_id", string>> & {
    code?: unknown;
  };
  const { code, detail, execution_id, connection_id, tenant_id } = body;
  return new ServiceError(isErrorCode(code) ? code : "INTERNAL", { detail, execution_id, connection_id, tenant_id });
}
