/** The doctor's look at who may complete a Connect session without a confirmation by its backend. */
import { automaticCompletionWarning } from "../connect/automatic-completion.ts";
import type { Check } from "./check.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";

/** Warns while a live deployment allows it for any service client. */
export async function completionCheck(
  { serviceClients, vault }: Pick<OperatorDeployment, "serviceClients"> & { vault: { sandbox: boolean } },
  { setting }: Pick<OperatorEnvironment, "setting">,
): Promise<Check> {
  const name = "confirmed completion";
  const requireConfirmedCompletion = setting()?.requireConfirmedCompletion ?? false;
  const { sandbox } = vault;
  const warning = await automaticCompletionWarning({ sandbox, requireConfirmedCompletion, serviceClients });
  if (warning !== null) return { name, status: "warn", detail: warning };
  const detail = sandbox ? "not asked for in a sandbox" : "no session completes without its backend";
  return { name, status: "ok", detail };
}
