/**
 * The least privileged role for a set of actions: https://learn.microsoft.com/en-us/azure/key-vault/general/rbac-guide.
 * No role can write secrets without being able to read them.
 */
import type { GrantAdvice } from "@svc/provider-kit";

/** The roles, least privileged first, each with the actions that the previous role doesn't allow. */
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
    why: "Replace the client ID and the vault's resource ID. The role is the least privileged one that covers the requested actions. If your vault uses access policies, grant the same secret permissions there.",
    policy: `az role assignment create --role "${role}" --assignee CLIENT_ID --scope VAULT_RESOURCE_ID`,
  };
}
