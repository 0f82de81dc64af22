/** `svc completion`: scripts made from the command tree itself, so that they cannot fall behind it. */
import type { Command } from "commander";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { completionNodes, type CompletionNode } from "../completion/tree.ts";
import { zshScript } from "../completion/zsh.ts";
import type { Environment } from "../environment.ts";
import { CommandFailure } from "../failure.ts";

const scripts = new Map<string, (nodes: readonly CompletionNode[]) => string>([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);

/** Prints the script of a shell. @throws CommandFailure exit 2 for a shell that is not known. */
export function printCompletion(io: Environment, program: Command, shell: string): void {
  const script = scripts.get(shell);
  if (script === undefined) throw new CommandFailure(2, `There are scripts for ${[...scripts.keys()].join(", ")}.`);
  io.out(script(completionNodes(program)));
}
