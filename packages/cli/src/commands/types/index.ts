/** Declares `svc types`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";

/** Adds `types` to the program. */
export function addTypes(program: Command, add: AddCommand): void {
  add(
    program,
    "types",
    "Write TypeScript types for the actions that the tenant can use, for @svc/sdk",
    ["svc types --out svc-actions.d.ts"],
    () => import("./types.ts"),
  ).option("--out <file>", "the file to write; standard output if omitted");
}
