/** Examples of commands, which their help and the reference show. */
import type { Command } from "commander";

const examples = new WeakMap<Command, readonly string[]>();

/** The examples of a command: its own, or the first of each command below it. */
export function examplesOf(command: Command): readonly string[] {
  return examples.get(command) ?? command.commands.flatMap((each) => examplesOf(each).slice(0, 1));
}

/** Shows examples at the end of a command's help. @param own if omitted, those of the commands below it. */
export function showExamples(command: Command, own?: readonly string[]): Command {
  if (own !== undefined) examples.set(command, own);
  return command.addHelpText("after", () => {
    const lines = examplesOf(command).map((example) => `  ${example.replaceAll("\n", "\n  ")}`);
    return ["", lines.length === 1 ? "Example:" : "Examples:", ...lines].join("\n");
  });
}
