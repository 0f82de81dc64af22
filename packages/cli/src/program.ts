/** The command tree: names, arguments and flags. What a command does is loaded when it is called. */
import { Command, Option } from "commander";
import { createContext, type Context, type GlobalOptions } from "./context.ts";
import type { Environment } from "./environment.ts";
import { addActionCommands } from "./tree/actions.ts";
import { addConnectCommands } from "./tree/connect.ts";
import { addRecordCommands } from "./tree/records.ts";

/** The version that `--version` prints. */
export const version = "0.1.0";

/** A command's module: `run` gets its surroundings, its arguments, and its own flags. */
export type CommandModule<Flags> = { run(context: Context, args: readonly string[], flags: Flags): Promise<void> };

/** Makes a leaf command whose module is loaded on demand. */
export type AddCommand = <Flags>(
  parent: Command,
  usage: string,
  description: string,
  load: () => Promise<CommandModule<Flags>>,
) => Command;

/** Seconds, as `--timeout` takes them. */
export function parseSeconds(text: string): number {
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new RangeError("must be a number of seconds above 0");
  return seconds;
}

/** Builds the tree over an environment. */
export function createProgram(io: Environment): Command {
  const program = new Command("svc")
    .description("Call a svc server: tenants, connections, and typed actions at their providers.")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) })
    .showHelpAfterError("Run the command with --help to see how it is used.")
    .exitOverride()
    .addHelpText(
      "after",
      [
        "",
        "Environment:",
        "  SVC_API_URL     base URL of the server",
        "  SVC_DOCS_URL    docs origin, where it is not the server",
        "  SVC_TOKEN       service key; read from here only, there is no flag for it",
        "  SVC_TENANT_ID   tenant that commands act for; --tenant overrides it",
        "",
        "Exit codes:",
        "  0 done   1 failed   2 usage   3 not allowed   4 not found   5 invalid input",
        "  6 service or provider unavailable, limited or refusing   7 outcome unknown",
      ].join("\n"),
    );
  const add: AddCommand = (parent, usage, description, load) =>
    withGlobalOptions(parent.command(usage).description(description)).action(async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      const flags = command.opts<GlobalOptions & Record<string, unknown>>();
      const module = await load();
      await module.run(createContext(io, flags), command.processedArgs as string[], flags as never);
    });
  addActionCommands(program, add);
  addConnectCommands(program, add);
  addRecordCommands(program, add);
  program
    .command("completion <shell>")
    .description("print a completion script for bash, zsh or fish")
    .action(async (shell: string) => {
      const { printCompletion } = await import("./commands/completion.ts");
      printCompletion(io, program, shell);
    });
  return program;
}

function withGlobalOptions(command: Command): Command {
  return command
    .option("--tenant <id>", "act for this tenant instead of SVC_TENANT_ID")
    .addOption(new Option("--format <format>", "how data is printed").choices(["table", "json"]).default("table"))
    .option("--quiet", "no messages on stderr, only errors")
    .option("--timeout <seconds>", "time limit of the command", parseSeconds);
}
