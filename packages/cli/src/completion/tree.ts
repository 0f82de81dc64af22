/** The command tree in the form that completion scripts need, read from the parser. */
import type { Command, Option } from "commander";

/** A flag with all its spellings. `values` lists its possible values if they are a closed set. */
export type CompletionFlag = {
  names: readonly string[];
  description: string;
  takesValue: boolean;
  values: readonly string[];
};

/** A command: its path below the program (`"actions execute"`, `""` for the program), flags and argument values. */
export type CompletionNode = {
  path: string;
  commands: readonly { name: string; description: string }[];
  /** Values of its first argument, if they are a closed set. */
  values: readonly string[];
  flags: readonly CompletionFlag[];
};

/** Every command of the tree, each with the flags of its parents. */
export function completionNodes(program: Command): CompletionNode[] {
  return collectNodes(program, "", []);
}

function collectNodes(command: Command, path: string, inherited: readonly CompletionFlag[]): CompletionNode[] {
  const own = command.createHelp().visibleOptions(command).map(toCompletionFlag);
  // Each command has its own help flag, and only the program has a version flag.
  const inheritedByChildren = [
    ...inherited,
    ...command.options.filter((option) => option.long !== "--version").map(toCompletionFlag),
  ];
  const values = command.registeredArguments[0]?.argChoices ?? [];
  const node: CompletionNode = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
    values,
    flags: [...own, ...inherited],
  };
  const below = command.commands.flatMap((each) =>
    collectNodes(each, `${path} ${each.name()}`.trim(), inheritedByChildren),
  );
  return [node, ...below];
}

function toCompletionFlag(option: Option): CompletionFlag {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const takesValue = option.required || option.optional;
  return { names, description: option.description, takesValue, values: option.argChoices ?? [] };
}
