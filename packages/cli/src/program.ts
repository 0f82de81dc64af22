/** The command tree: names, arguments and flags. The code of a command is loaded when it runs. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { GlobalOptions } from "./context.ts";
import type { Environment } from "./environment.ts";
import type { AddCommand } from "./commands/add-command.ts";
import { addDoctor } from "./commands/doctor/index.ts";
import {
  addActions,
  addAuditEvents,
  addAuth,
  addConnectSessions,
  addConnections,
  addEvents,
  addExecutions,
  addProposals,
  addProviders,
  addTenants,
  addTokens,
  addWebhooks,
} from "./commands/nouns.ts";
import { addOpen } from "./commands/open/index.ts";
import { addPolicy } from "./commands/policy/index.ts";
import { addTypes } from "./commands/types/index.ts";
import { showExamples } from "./examples.ts";
import { helpText } from "./help.ts";
import { version } from "./version.ts";

/** The nouns of the command tree, in the order of the help. */
const nouns = [
  addAuth,
  addDoctor,
  addProviders,
  addActions,
  addTenants,
  addConnectSessions,
  addConnections,
  addExecutions,
  addProposals,
  addPolicy,
  addEvents,
  addAuditEvents,
  addTokens,
  addWebhooks,
  addTypes,
  addOpen,
];

/** Parses the seconds of `--timeout`. @throws InvalidArgumentError, which is a usage error. */
export function parseSeconds(text: string): number {
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) throw new InvalidArgumentError("It must be a number of seconds greater than 0.");
  return seconds;
}

/** Parses the names of `--json`. @throws InvalidArgumentError, which is a usage error. */
export function parseFields(text: string): string[] {
  const fields = text.split(",").map((field) => field.trim());
  if (fields.includes("")) throw new InvalidArgumentError("It must be field names, such as id,status.");
  return fields;
}

/**
 * Builds the command tree.
 *
 * @param writeError receives what the parser writes to stderr.
 */
export function createProgram(io: Environment, writeError: (text: string) => void): Command {
  const program = new Command("svc")
    .description("Call an svc server: tenants, connections, and typed actions at their providers.")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "show this help")
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: writeError })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError("Run the command with --help to see its usage.")
    // `usageHint` says it, in both programs.
    .showSuggestionAfterError(false)
    .exitOverride()
    .option("--tenant <id>", "act for this tenant (its ID or external ID) instead of SVC_TENANT_ID")
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--json <fields>", "print only these fields, separated by commas, as JSON", parseFields)
    .option("--quiet", "print only errors on stderr, and no progress")
    .option("--timeout <seconds>", "time limit for each call, and for waiting", parseSeconds)
    .addHelpText("after", helpText);
  const add: AddCommand = (parent, usage, description, examples, load) =>
    showExamples(parent.command(usage), examples)
      .description(description)
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        const flags = command.optsWithGlobals<GlobalOptions & Record<string, unknown>>();
        const [module, { createContext }] = await Promise.all([load(), import("./context.ts")]);
        const context = createContext(io, flags);
        context.waitingFor((elapsedMs) => `Waiting for the server … ${Math.round(elapsedMs / 1000)} s`);
        try {
          await module.run(context, command.processedArgs.flat() as string[], flags as never);
        } finally {
          io.status(null);
        }
      });
  for (const addNoun of nouns) addNoun(program, add);
  for (const noun of program.commands.filter(({ commands }) => commands.length > 0)) showExamples(noun);
  showExamples(program.command("completion"), ["source <(svc completion bash)"])
    .description("print a completion script")
    .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
    .action(async (shell: string) => {
      const { printCompletion } = await import("./commands/completion.ts");
      printCompletion(io, program, shell);
    });
  return program;
}
