/** Declares `svc auth`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";

/** Adds `auth` to the program. */
export function addAuth(program: Command, add: AddCommand): void {
  const auth = program.command("auth").description("Show who you are");
  add(
    auth,
    "status",
    "Show the service client that SVC_TOKEN belongs to",
    ["svc auth status"],
    () => import("./status.ts"),
  );
}
