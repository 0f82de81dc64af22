/** Doctor: credentials and keys that aren't bound to their service client yet. */
import { deploymentCheck, type Finding } from "./check.ts";
import type { OperatorDeployment } from "../environment.ts";
import { countUnboundKeys } from "../vault.ts";

/** Checks for credentials and keys from before they were bound to a service client. */
export async function bindingFinding(deployment: OperatorDeployment): Promise<Finding> {
  const unboundCredentials = await deployment.vault.countUnbound();
  const unboundKeys = await countUnboundKeys(deployment);
  if (unboundCredentials + unboundKeys === 0) {
    return { status: "ok", detail: "every credential and key is bound to its service client" };
  }
  const left = [
    ...(unboundCredentials > 0 ? [`${unboundCredentials} credential(s): run svc-server vault rekey`] : []),
    ...(unboundKeys > 0 ? [`${unboundKeys} key(s): use or rotate them, or revoke unused ones`] : []),
  ];
  const detail = `not bound to their service client yet: ${left.join("; ")} (docs/upgrade.md)`;
  return { status: "warn", detail };
}

/** Whether credentials and keys are bound to their service client. */
export const binding = deploymentCheck("binding", (deployment) => bindingFinding(deployment));
