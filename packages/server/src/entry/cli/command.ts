/** Builds single commands of svc-server, with the options that all operator commands have. */
import { Option, type Command } from "commander";

/** Options of every operator command. */
export type OperatorOptions = { format: "table" | "json"; sandbox?: boolean };

/** Adds an operator command to its parent. */
export function leaf(parent: Command, usage: string, description: string, options?: { isDefault: boolean }): Command {
  return parent
    .command(usage, options)
    .description(description)
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--sandbox", "if a new database is created, make it a sandbox's");
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
