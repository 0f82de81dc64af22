/** An execute result as a single code. */
import type { ExecuteResult } from "../../../src/domain/executions/replay.ts";

/** The code of a refusal; `succeeded` or `proposed` otherwise. */
export function codeOfResult(result: ExecuteResult): string {
  if (result.kind === "refused") return result.error.code;
  return result.kind === "answered" ? "succeeded" : "proposed";
}
