/**
 * Checks a provider in a process of its own, because the check runs the provider's code. That process has no
 * environment, so it doesn't have the vault's key, reads no files but the program's and the provider's, writes none,
 * and starts no other process.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { CheckedProvider } from "../../entry/cli/environment.ts";
import { version } from "../own-process.ts";
import { ProviderFault } from "./place.ts";
import { findPlace } from "./place.ts";

/** Whether this process is one whose access to files is limited. */
export function isApart(): boolean {
  return process.permission !== undefined;
}

/** Checks a package or folder. @returns the provider, or why it can't be used, one rule a line. */
export async function checkApart(given: string): Promise<{ checked: CheckedProvider | null; fault: string }> {
  const program = realpathSync(process.argv[1] ?? "");
  let folder: string;
  try {
    ({ folder } = findPlace(given, { cwd: process.cwd(), kitVersion: version }));
  } catch (error) {
    if (error instanceof ProviderFault) return { checked: null, fault: error.message };
    throw error;
  }
  const readable = new Set([folder, packageOf(program)].flatMap(withModules));
  const limits = ["--permission", "--allow-worker", ...[...readable].map((path) => `--allow-fs-read=${path}`)];
  const quiet = ["--disable-sigusr1", "--disable-warning=ExperimentalWarning", "--disable-warning=SecurityWarning"];
  const command = [...limits, ...quiet, program, "providers", "check", given, "--format", "json"];
  const child = spawn(process.execPath, command, { env: {}, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((end, fail) => child.once("error", fail).once("close", end));
  const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const checked = exitCode === 0 ? readChecked(out) : null;
  if (checked !== null) return { checked, fault: "" };
  const fault = err.trim().replaceAll(/^svc-server: /gm, "");
  return { checked: null, fault: fault === "" ? `${given}: its check ended without a result` : fault };
}

/** Reads the output; null if the provider's code wrote something of its own to it. */
function readChecked(out: string): CheckedProvider | null {
  try {
    return JSON.parse(out) as CheckedProvider;
  } catch {
    return null;
  }
}

/** The folder of the package that a file is in. */
function packageOf(path: string): string {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json")) || at === dirname(at)) return at;
  }
}

/** A package's folder, the folders in which its modules find packages, and the packages that are linked there. */
function withModules(folder: string): string[] {
  const above = modulesAbove(folder);
  const linked = above.flatMap(linkedIn);
  return [folder, ...above, ...linked, ...linked.flatMap(modulesAbove)];
}

function modulesAbove(folder: string): string[] {
  const found: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (existsSync(modules)) found.push(modules);
    if (at === dirname(at)) return found;
  }
}

/** The folders to which links in `node_modules` lead, such as the packages of a workspace. */
function linkedIn(modules: string): string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.name.startsWith("@") && entry.isDirectory()) return linkedIn(path);
    return entry.isSymbolicLink() && existsSync(path) ? [realpathSync(path)] : [];
  });
}
