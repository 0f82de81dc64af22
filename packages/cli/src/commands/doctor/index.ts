/** Declares `svc doctor`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";

/** Adds `doctor` to the program. */
export function addDoctor(program: Command, add: AddCommand): void {
  add(
    program,
    "doctor",
    "Check your configuration and say what to fix",
    ["svc doctor --origin https://app.example.com --return-url https://app.example.com/connected"],
    () => import("./doctor.ts"),
  )
    .option("--origin <origin>", "an origin that you create Connect sessions for")
    .option("--return-url <url>", "a URL that Connect returns users to");
}
