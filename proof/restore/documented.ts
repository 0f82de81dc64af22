/** Runs the documentation's commands verbatim. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathWithOwnPrograms } from "../../tools/own-programs.ts";
import { projectFolder } from "../../conformance/harness/index.ts";

/** The shell commands under a page's heading, by block. @throws Error if there is no such heading. */
export function blocksUnder(page: string, heading: string): readonly string[] {
  const text = readFileSync(join(projectFolder, "docs", page), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/${page} has no heading "${heading}".`);
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

/** Runs a block in a folder. @throws Error with the output if a command fails. */
export async function runBlock(
  block: string | undefined,
  at: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  if (block === undefined) throw new Error("The documentation has no such block.");
  const PATH = pathWithOwnPrograms();
  const child = spawn("sh", ["-e"], { cwd: at.cwd, env: { PATH, ...at.env }, stdio: ["pipe", "pipe", "pipe"] });
  let printed = "";
  child.stdout.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  child.stdin.end(block);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${block}exited with ${code ?? "a signal"}:\n${printed}`);
  return printed;
}
