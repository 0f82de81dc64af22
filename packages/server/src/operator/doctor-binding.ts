/** What `svc-server doctor` says of credentials and keys that are not bound to their service client yet. */
import type { Check } from "./check.ts";
import type { OperatorDeployment } from "./environment.ts";
import { countUnboundKeys } from "./vault.ts";

/** Looks whether anything is left from before the service client was part of what credentials and keys are bound to. */
export async function checkBinding(deployment: OperatorDeployment): Promise<Check> {
  const name = "binding";
  const [{ unboundCredentials }, unboundKeys] = [await deployment.vault.status(), await countUnboundKeys(deployment)];
  if (unboundCredentials + unboundKeys === 0) {
    return { name, status: "ok", detail: "every credential and every key is bound to its service client" };
  }
  const left = [
    ...(unboundCredentials > 0 ? [`${unboundCredentials} credential(s): run svc-server vault rekey`] : []),
    ...(unboundKeys > 0 ? [`${unboundKeys} key(s): use or rotate them, or revoke those that nobody uses`] : []),
  ];
  const detail = `not bound to their service client yet: ${left.join("; ")} (docs/upgrade.md)`;
  return { name, status: "warn", detail };
}
