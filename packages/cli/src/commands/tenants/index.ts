/** Declares `svc tenants`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, keyFlag, keyText } from "../options.ts";

/** Adds `tenants` to the program. */
export function addTenants(program: Command, add: AddCommand): void {
  const tenants = program.command("tenants").description("Manage tenants, your customers");
  add(
    tenants,
    "create",
    "Create a tenant",
    ["svc tenants create --external-id acme --display-name 'Acme Inc.' --label eu"],
    () => import("./create.ts"),
  )
    .requiredOption("--external-id <id>", "your own ID for the tenant")
    .requiredOption("--display-name <name>", "the name that its users see")
    .option("--label <label>", "a label, such as a region")
    .option(keyFlag, keyText);
  addPageOptions(
    add(tenants, "list", "List tenants", ["svc tenants list --external-id acme"], () => import("./list.ts"))
      .option("--external-id <id>", "only the tenant with this external ID")
      .option("--label <label>", "only tenants with this label"),
  );
  add(tenants, "get [tenant_id]", "Show a tenant", ["svc tenants get acme"], () => import("./get.ts"));
  add(
    tenants,
    "update [tenant_id]",
    "Rename a tenant, or change its label",
    ["svc tenants update acme --display-name 'Acme Ltd.'", "svc tenants update acme --label eu"],
    () => import("./update.ts"),
  )
    .option("--display-name <name>", "the name that its users see")
    .option("--label <label>", "its label, such as a region; '' removes it");
  const deleteText = "Delete a tenant. Disconnects its connections and destroys their credentials";
  const deleteExamples = ["svc tenants delete acme", "svc tenants delete acme --force"] as const;
  add(tenants, "delete <tenant_id>", deleteText, deleteExamples, () => import("./delete.ts")).option(
    "--force",
    "even if an outcome is unknown or a request is being sent",
  );
}
