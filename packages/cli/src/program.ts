/** The command tree: names, arguments and flags. What a command does is loaded when it is called. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { GlobalOptions } from "./context.ts";
import type { Environment } from "./environment.ts";
import type { AddCommand } from "./tree/add-command.ts";
import { addActionCommands } from "./tree/actions.ts";
import { addConnectCommands } from "./tree/connect.ts";
import { addRecordCommands } from "./tree/records.ts";
import { addWebhookCommands } from "./tree/webhooks.ts";
import { version } from "./version.ts";

/** Seconds, as `--timeout` takes them. @throws InvalidArgumentError, which is a usage error. */
export function parseSeconds(text: string): number {
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new InvalidArgumentError("It must be a number of seconds above 0.");
  return seconds;
}

/**
 * Builds the tree over an environment.
 *
 * @param complain takes what the parser has to say on stderr.
 */
export function createProgram(io: Environment, complain: (text: string) => void): Command {
  const program = new Command("svc")
    .description("Call a svc server: tenants, connections, and typed actions at their providers.")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "show this help")
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: complain })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError("Run the command with --help to see how it is used.")
    .exitOverride()
    .option("--tenant <id>", "act for this tenant instead of SVC_TENANT_ID")
    .addOption(new Option("--format <format>", "how data is printed").choices(["table", "json"]).default("table"))
    .option("--quiet", "no messages on stderr, only errors and made keys")
    .option("--timeout <seconds>", "time limit of each call, and of waiting", parseSeconds)
    .addHelpText("after", helpText);
  const add: AddCommand = (parent, usage, description, load) =>
    parent
      .command(usage)
      .description(description)
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        const flags = command.optsWithGlobals<GlobalOptions & Record<string, unknown>>();
        const [module, { createContext }] = await Promise.all([load(), import("./context.ts")]);
        await module.run(createContext(io, flags), command.processedArgs.flat() as string[], flags as never);
      });
  addActionCommands(program, add);
  addConnectCommands(program, add);
  addRecordCommands(program, add);
  addWebhookCommands(program, add);
  program
    .command("completion")
    .description("print a completion script")
    .addArgument(new Argument("<shell>", "the shell that is to read it").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", "\nExample:\n  source <(svc completion bash)")
    .action(async (shell: string) => {
      const { printCompletion } = await import("./commands/completion.ts");
      printCompletion(io, program, shell);
    });
  return program;
}

const helpText = `
Environment:
  SVC_API_URL     base URL of the server
  SVC_DOCS_URL    docs origin, where it is not the server
  SVC_TOKEN       service key; read from here only, there is no flag for it
  SVC_TENANT_ID   tenant that commands act for; --tenant overrides it

Exit codes:
  0 done   1 failed   2 usage   3 not allowed   4 not found   5 invalid input
  6 service or provider unavailable, limited or refusing   7 outcome unknown

Examples:
  svc doctor --origin https://app.example.com --return-url https://app.example.com/connected
  svc providers list --format json`;
