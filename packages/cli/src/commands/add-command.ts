/** Adds commands to the tree without loading their modules. */
import type { Command } from "commander";
import type { Context } from "../context.ts";

/** A command's module. `run` receives its context, its arguments and its own flags. */
export type CommandModule<Flags> = { run(context: Context, args: readonly string[], flags: Flags): Promise<void> };

/** Adds a leaf command whose module is loaded on demand. Its help shows the examples. */
export type AddCommand = <Flags>(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly [string, ...string[]],
  load: () => Promise<CommandModule<Flags>>,
) => Command;

/** The commands of a noun, by verb. Each adds itself to the noun. */
export type NounCommands = Readonly<Record<string, (noun: Command, add: AddCommand) => void>>;
