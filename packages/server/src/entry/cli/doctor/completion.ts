/** Doctor: whether Connect sessions can complete without confirmation from their backend. */
import { automaticCompletionWarning } from "../../../domain/connect-sessions/request.ts";
import { deploymentCheck, type Finding } from "./check.ts";
import type { OperatorDeployment } from "../environment.ts";

/** Warns if a live deployment allows that for any service client. */
export async function completionFinding(
  { serviceClients, vault }: Pick<OperatorDeployment, "serviceClients"> & { vault: { sandbox: boolean } },
  requireConfirmedCompletion: boolean,
): Promise<Finding> {
  const { sandbox } = vault;
  const warning = await automaticCompletionWarning({ sandbox, requireConfirmedCompletion, serviceClients });
  if (warning !== null) return { status: "warn", detail: warning };
  const detail = sandbox ? "not required in a sandbox" : "every session needs its backend's confirmation";
  return { status: "ok", detail };
}

/** Whether Connect sessions need confirmation. */
export const completion = deploymentCheck("confirmed completion", (deployment, { setting }) =>
  completionFinding(deployment, setting?.requireConfirmedCompletion ?? false),
);
