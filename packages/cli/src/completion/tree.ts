/** The command tree as completion scripts need it, read from the parser's own. */
import type { Command, Option } from "commander";

/** A flag with all its spellings; `values`: what it takes, where that is a closed set. */
export type CompletionFlag = {
  names: readonly string[];
  description: string;
  takesValue: boolean;
  values: readonly string[];
};

/** A command: its path below the program (`"actions execute"`, `""` for the program) and what may follow it. */
export type CompletionNode = {
  path: string;
  commands: readonly { name: string; description: string }[];
  /** Values of its first argument, where they are a closed set. */
  values: readonly string[];
  flags: readonly CompletionFlag[];
};

/** Every command of the tree, each with the flags of its parents. */
export function completionNodes(program: Command): CompletionNode[] {
  return nodesBelow(program, "", []);
}

function nodesBelow(command: Command, path: string, inherited: readonly CompletionFlag[]): CompletionNode[] {
  const own = command.createHelp().visibleOptions(command).map(flagOf);
  // Help and version are each command's own or the program's alone.
  const passedOn = [...inherited, ...command.options.filter((option) => option.long !== "--version").map(flagOf)];
  const values = command.registeredArguments[0]?.argChoices ?? [];
  const node: CompletionNode = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
    values,
    flags: [...own, ...inherited],
  };
  const below = command.commands.flatMap((each) => nodesBelow(each, `${path} ${each.name()}`.trim(), passedOn));
  return [node, ...below];
}

function flagOf(option: Option): CompletionFlag {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const takesValue = option.required || option.optional;
  return { names, description: option.description, takesValue, values: option.argChoices ?? [] };
}
