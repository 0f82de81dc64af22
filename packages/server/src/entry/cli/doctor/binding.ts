/** What `svc-server doctor` says of credentials and keys that are not bound to their service client yet. */
import { deploymentCheck, type Finding } from "./check.ts";
import type { OperatorDeployment } from "../environment.ts";
import { countUnboundKeys } from "../vault.ts";

/** Looks whether anything is left from before the service client was part of what credentials and keys are bound to. */
export async function bindingFinding(deployment: OperatorDeployment): Promise<Finding> {
  const [{ unboundCredentials }, unboundKeys] = [await deployment.vault.status(), await countUnboundKeys(deployment)];
  if (unboundCredentials + unboundKeys === 0) {
    return { status: "ok", detail: "every credential and every key is bound to its service client" };
  }
  const left = [
    ...(unboundCredentials > 0 ? [`${unboundCredentials} credential(s): run svc-server vault rekey`] : []),
    ...(unboundKeys > 0 ? [`${unboundKeys} key(s): use or rotate them, or revoke those that nobody uses`] : []),
  ];
  const detail = `not bound to their service client yet: ${left.join("; ")} (docs/upgrade.md)`;
  return { status: "warn", detail };
}

/** Credentials and keys that belong to one service client. */
export const binding = deploymentCheck("binding", (deployment) => bindingFinding(deployment));
