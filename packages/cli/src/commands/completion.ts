/** `svc completion`: scripts generated from the command tree, so that they are never outdated. */
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

/** Prints the script for a shell. @throws CommandFailure exit 2 for an unknown shell. */
export function printCompletion(io: Environment, program: Command, shell: string): void {
  const script = scripts.get(shell);
  if (script === undefined) throw new CommandFailure(2, `Use one of these shells: ${[...scripts.keys()].join(", ")}.`);
  io.out(script(completionNodes(program)));
}
