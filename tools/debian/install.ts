/** Installs Debian's packages where a check needs a program that npm does not bring; a run without it fails and never skips. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program, where Debian puts it, and the packages that bring it. */
export type DebianProgram = { path: string; packages: readonly string[]; purpose: string };

/**
 * Installs what is missing, where this user may.
 * @throws Error that says what to do, where it cannot be installed.
 */
export function ensureProgram({ path, packages, purpose }: DebianProgram): void {
  if (existsSync(path)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]): boolean => {
    const [program = "apt-get", ...rest] = [...asRoot, "apt-get", "-q", ...args];
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env: environment }).status === 0;
  };
  console.error(`${path} is not there yet: installing Debian's, for ${purpose}.`);
  if (apt("update") && apt("install", "-y", "--no-install-recommends", ...packages) && existsSync(path)) return;
  throw new Error(`${purpose} needs ${path}: install ${packages.join(" ")}, then run this again.`);
}
