/** Declares `svc tenants`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, keyFlag, keyText } from "../options.ts";

/** Adds `tenants` to the program. */
export function addTenants(program: Command, add: AddCommand): void {
  const tenants = program.command("tenants").description("Manage tenants, your customers");
  add(tenants, "create", "Create a tenant", () => import("./create.ts"))
    .requiredOption("--external-id <id>", "your own ID for the tenant")
    .requiredOption("--display-name <name>", "the name that its users see")
    .option(keyFlag, keyText);
  addPageOptions(
    add(tenants, "list", "List tenants", () => import("./list.ts")).option(
      "--external-id <id>",
      "only the tenant with this external ID",
    ),
  );
  add(tenants, "get [tenant_id]", "Show a tenant", () => import("./get.ts"));
  add(tenants, "update [tenant_id]", "Rename a tenant", () => import("./update.ts")).requiredOption(
    "--display-name <name>",
    "the name that its users see",
  );
}
