/** How a command joins the tree without its module being loaded. */
import type { Command } from "commander";
import type { Context } from "../context.ts";

/** A command's module: `run` gets its surroundings, its arguments, and its own flags. */
export type CommandModule<Flags> = { run(context: Context, args: readonly string[], flags: Flags): Promise<void> };

/** Makes a leaf command whose module is loaded on demand. */
export type AddCommand = <Flags>(
  parent: Command,
  usage: string,
  description: string,
  load: () => Promise<CommandModule<Flags>>,
) => Command;
