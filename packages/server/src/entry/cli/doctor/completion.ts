/** The doctor's look at who may complete a Connect session without a confirmation by its backend. */
import { automaticCompletionWarning } from "../../../domain/connect-sessions/automatic-completion.ts";
import { deploymentCheck, type Finding } from "./check.ts";
import type { OperatorDeployment } from "../environment.ts";

/** Warns while a live deployment allows it for any service client. */
export async function completionFinding(
  { serviceClients, vault }: Pick<OperatorDeployment, "serviceClients"> & { vault: { sandbox: boolean } },
  requireConfirmedCompletion: boolean,
): Promise<Finding> {
  const { sandbox } = vault;
  const warning = await automaticCompletionWarning({ sandbox, requireConfirmedCompletion, serviceClients });
  if (warning !== null) return { status: "warn", detail: warning };
  const detail = sandbox ? "not asked for in a sandbox" : "no session completes without its backend";
  return { status: "ok", detail };
}

/** Who completes a Connect session. */
export const completion = deploymentCheck("confirmed completion", (deployment, { setting }) =>
  completionFinding(deployment, setting?.requireConfirmedCompletion ?? false),
);
