/** The least privileged roles for a set of actions: https://cloud.google.com/secret-manager/docs/access-control */
import type { GrantAdvice } from "@svc/provider-kit";

/** The roles with the actions that need them. Only the admin role can create and delete secrets. */
const roles: readonly (readonly [role: string, actions: readonly string[]])[] = [
  [
    "viewer",
    ["projects.list", "configs.list", "secrets.names.list", "secrets.create", "secrets.set", "secrets.delete"],
  ],
  ["secretAccessor", ["secrets.get"]],
  ["secretVersionAdder", ["secrets.set"]],
  ["admin", ["secrets.create", "secrets.delete"]],
];

/** The role bindings for these actions, on the secrets of one config. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const needed = roles.filter(([, own]) => own.some((id) => actionIds.includes(id))).map(([role]) => role);
  const granted = needed.includes("admin") ? ["admin"] : needed;
  const bindings = granted.map(
    (role) =>
      `gcloud projects add-iam-policy-binding PROJECT --member serviceAccount:EMAIL --role roles/secretmanager.${role}`,
  );
  return {
    title: "A key of a service account with these roles",
    why: "Replace the project and the service account's email address. With an IAM condition on the resource name, you can limit a role to the secrets of one config. Only listing needs access to the whole project.",
    ...(bindings.length === 0 ? {} : { policy: bindings.join("\n") }),
  };
}
