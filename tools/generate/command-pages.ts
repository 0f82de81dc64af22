/** The references of `svc` and `svc-server`, from their own command trees. */
import type { Argument, Command, Option } from "commander";
import { processEnvironment } from "../../packages/cli/src/environment.ts";
import { examplesOf } from "../../packages/cli/src/examples.ts";
import { exitCodes, variables } from "../../packages/cli/src/help.ts";
import { createProgram } from "../../packages/cli/src/program.ts";
import type { OperatorActions } from "../../packages/server/src/entry/cli/program.ts";
import { createOperatorProgram } from "../../packages/server/src/entry/cli/program.ts";

/** The page of `svc`, the consumer's command line. */
export function cliPage(): string {
  const program = createProgram(processEnvironment(), () => undefined);
  return pageOf(program, [
    "It reads these variables from the environment and no others of its own. A tenant is named by its ID or its external ID. Data goes to stdout, messages to stderr.",
    "",
    "| Variable | Meaning |",
    "| --- | --- |",
    ...Object.entries(variables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    "",
    "| Exit code | When |",
    "| --- | --- |",
    ...exitCodes.map((meaning, code) => `| ${String(code)} | ${meaning} |`),
    "",
  ]);
}

/** The page of `svc-server`, the server and the operator's commands. */
export function operatorPage(): string {
  const io = { out: () => undefined, err: () => undefined };
  const none = (): Promise<void> => Promise.resolve();
  const actions = new Proxy({}, { get: () => none }) as OperatorActions;
  return pageOf(createOperatorProgram(io, actions), [
    "It is configured by `SVC_…` variables: see [self-hosting](../self-hosting.md). The commands work while the server runs.",
    "",
  ]);
}

function pageOf(program: Command, introduction: readonly string[]): string {
  const lines = [`# ${program.name()}`, "", program.description(), "", ...introduction];
  const general = optionTable(program.options);
  if (general.length > 0) lines.push("## Options of every command", "", ...general);
  for (const command of program.commands) lines.push(...sectionsOf(command, program.name(), 2));
  return `${lines.join("\n").trimEnd()}\n`;
}

function sectionsOf(command: Command, before: string, depth: number): string[] {
  const name = `${before} ${command.name()}`;
  const heading = [`${"#".repeat(Math.min(depth, 3))} ${name}`, "", sentence(command.description()), ""];
  if (command.commands.length > 0) {
    return [...heading, ...command.commands.flatMap((each) => sectionsOf(each, name, depth + 1))];
  }
  const words = [
    name,
    ...command.registeredArguments.map(argumentText),
    ...command.options.filter(isMandatory).map(flags),
  ];
  const rest = command.options.length > 0 ? " [options]" : "";
  const usage = ["```text", `${words.join(" ")}${rest}`, "```", ""];
  const examples = examplesOf(command);
  const shown = examples.length === 0 ? [] : ["```sh", ...examples, "```", ""];
  return [...heading, ...usage, ...shown, ...optionTable(command.options)];
}

const isMandatory = (option: Option): boolean => option.mandatory;
const flags = (option: Option): string => option.flags;

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionTable(options: readonly Option[]): string[] {
  if (options.length === 0) return [];
  const rows = options.map((option) => {
    const choices =
      option.argChoices === undefined ? "" : `; one of ${option.argChoices.map((one) => `\`${one}\``).join(", ")}`;
    const preset = option.defaultValue === undefined ? "" : `; \`${String(option.defaultValue)}\` by default`;
    return `| \`${option.flags}\` | ${cell(option.description)}${choices}${preset}${option.mandatory ? "; required" : ""} |`;
  });
  return ["| Option | Meaning |", "| --- | --- |", ...rows, ""];
}

function sentence(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
