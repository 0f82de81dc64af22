/** Programs from Debian's packages. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Need } from "./need.ts";

/** How long apt waits for another one that is running, for example the system's daily update. */
const lockTimeoutSeconds = 300;

/** A program's name, its files on Debian, and the packages that provide them. */
export interface DebianProgram {
  readonly name: string;
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** A program that apt installs if this user may run it. */
export function fromDebian({ name, files, packages }: DebianProgram): Need {
  const isThere = (): boolean => files.every((file) => existsSync(file));
  return {
    name,
    isThere,
    install() {
      const isInstalled = apt("update") && apt("install", "-y", "--no-install-recommends", ...packages) && isThere();
      if (!isInstalled) throw new Error(`${name} wasn't installed: install Debian's packages ${packages.join(" ")}.`);
    },
  };
}

function apt(...args: string[]): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const waiting = ["-o", `DPkg::Lock::Timeout=${lockTimeoutSeconds}`, "-o", "Acquire::Retries=3"];
  const [program = "apt-get", ...rest] = [...asRoot, "apt-get", "-q", ...waiting, ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
