/** Moves the pinned descriptions to their newest versions, and prints what the vendors changed where it concerns our actions. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { described, pinFile, pythonPins, type DescribingPackage } from "../needs/described.ts";
import { judge } from "../needs/judges.ts";
import { npmPackages } from "./vendors.ts";
import { run as writeDigests } from "./write-digests.ts";

const root = join(import.meta.dirname, "../..");

/** Moves the pins, installs the packages, writes the digests and prints the difference. @throws Error if a step fails. */
export async function run(): Promise<void> {
  const folder = join(root, "judges/vendors");
  const newest = npmPackages.map((name) => `${name}@latest`);
  // The lock file first: the installation that follows is the one that every command makes.
  program("npm", ["install", "--prefix", folder, "--package-lock-only", "--save-exact", "--ignore-scripts", ...newest]);
  judge("vendors").install();
  const pins = Object.fromEntries(names().map((name) => [name, newestOnPypi(name)]));
  writeFileSync(pinFile, `${JSON.stringify(pins, null, 2)}\n`);
  for (const name of names()) {
    const need = described(name);
    if (!need.isThere()) need.install();
  }
  await writeDigests();
  const changed = ["judges/vendors/package.json", "judges/vendors/python.json", "tools/vendors/digests"];
  const { stdout } = program("git", ["--no-pager", "diff", "--unified=0", "--", ...changed]);
  console.log(stdout === "" ? "The vendors changed nothing that our actions use." : readable(stdout));
}

function names(): DescribingPackage[] {
  return Object.keys(pythonPins()) as DescribingPackage[];
}

/** The newest version, as in "botocore (1.44.8)". */
function newestOnPypi(name: string): string {
  const { stdout } = program("python3", ["-m", "pip", "index", "versions", "--disable-pip-version-check", name]);
  const version = /^\S+ \(([^)]+)\)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`pip doesn't say which version of ${name} is the newest.`);
  return version;
}

function program(command: string, args: readonly string[]): { stdout: string } {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 3).join(" ")} failed.`);
  return { stdout };
}

/** The difference without Git's own lines, each change under its operation. */
function readable(diff: string): string {
  const lines: string[] = [];
  let file = "";
  let before = "";
  for (const line of diff.split("\n")) {
    const named = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (named !== undefined) lines.push("", (file = named));
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined && file.endsWith(".txt")) {
      const operation = operationAt(file, Number(start));
      if (operation !== before) lines.push(`  ${operation}`);
      before = operation;
    }
    if (/^[+-](?!\+\+|--)/.test(line)) lines.push(`  ${line}`);
  }
  return lines.join("\n");
}

/** The operation that a line of a digest belongs to. */
function operationAt(file: string, line: number): string {
  const lines = readFileSync(join(root, file), "utf8").split("\n").slice(0, line);
  return lines.findLast((one) => one !== "" && !one.startsWith(" ")) ?? "";
}
