/** Declares `svc providers`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";

/** Adds `providers` to the program. */
export function addProviders(program: Command, add: AddCommand): void {
  const providers = program.command("providers").description("List the providers that you can connect to");
  add(providers, "list", "List providers", ["svc providers list --json slug,name"], () => import("./list.ts"));
  add(providers, "get <provider>", "Show a provider", ["svc providers get doppler"], () => import("./get.ts"));
}
