/** Declares `svc open`. */
import { Argument, type Command } from "commander";
import type { AddCommand } from "../add-command.ts";

/** Adds `open` to the program. */
export function addOpen(program: Command, add: AddCommand): void {
  const text = "Open a page in your browser, and print its URL. `connect` reads a created session from standard input";
  add(
    program,
    "open",
    text,
    ["svc open docs", "svc connect-sessions create … --format json | svc open connect"],
    () => import("./open.ts"),
  ).addArgument(new Argument("<page>", "the page").choices(["docs", "reference", "connect"]));
}
