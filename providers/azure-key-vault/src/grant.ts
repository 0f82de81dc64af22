/**
 * The smallest role for some actions: https://learn.microsoft.com/en-us/azure/key-vault/general/rbac-guide. There is none that may
 * write secrets without reading them.
 */
import type { GrantAdvice } from "@svc/provider-kit";

/** The roles, the smallest one first, with the actions that the one before doesn't allow. */
const roles: readonly (readonly [role: string, actions: readonly string[]])[] = [
  ["Key Vault Reader", []],
  ["Key Vault Secrets User", ["secrets.get"]],
  ["Key Vault Secrets Officer", ["secrets.set", "secrets.delete"]],
];

/** The role assignment for these actions, on one vault. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const [role] = roles.findLast(([, own]) => own.length === 0 || own.some((id) => actionIds.includes(id))) ?? [""];
  return {
    title: "An app registration with this role on your vault",
    why: "Replace the client ID and the vault's resource ID. The role is the smallest that Azure has for what is requested. A vault with access policies needs the same rights for secrets there.",
    policy: `az role assignment create --role "${role}" --assignee CLIENT_ID --scope VAULT_RESOURCE_ID`,
  };
}
