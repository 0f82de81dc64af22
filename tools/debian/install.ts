/**
 * Installs Debian packages for checks that need a program that npm doesn't provide; without it, a run fails and never
 * skips.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program, its path on Debian, and the packages that provide it. */
export type DebianProgram = { path: string; packages: readonly string[]; purpose: string };

/**
 * Installs missing packages, if this user is allowed to.
 * @throws Error with a remedy, if they can't be installed.
 */
export function ensureProgram({ path, packages, purpose }: DebianProgram): void {
  if (existsSync(path)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]): boolean => {
    const [program = "apt-get", ...rest] = [...asRoot, "apt-get", "-q", ...args];
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env: environment }).status === 0;
  };
  console.error(`${path} is missing: installing Debian's, for ${purpose}.`);
  if (apt("update") && apt("install", "-y", "--no-install-recommends", ...packages) && existsSync(path)) return;
  throw new Error(`${purpose} needs ${path}: install ${packages.join(" ")}, then run this again.`);
}
