/** Programs from Debian's packages. */
import { existsSync } from "node:fs";
import { runInstaller } from "./installer.ts";
import type { DebianNeed } from "./need.ts";

/** How long apt waits for another one that is running, for example the system's daily update. */
const lockTimeoutSeconds = 300;

/** A program's name, its files on Debian, and the packages that provide them. */
export interface DebianProgram {
  readonly name: string;
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** A program that is there if its files are. */
export function fromDebian({ name, files, packages }: DebianProgram): DebianNeed {
  return { name, packages, isThere: () => files.every((file) => existsSync(file)) };
}

/** Installs programs at once, if this user may run apt. @throws Error if one of them isn't there afterwards. */
export async function installFromDebian(needs: readonly DebianNeed[]): Promise<void> {
  const packages = needs.flatMap((need) => need.packages);
  const isDone = (await apt("update")) && (await apt("install", "-y", "--no-install-recommends", ...packages));
  if (isDone && needs.every((need) => need.isThere())) return;
  const names = needs.map(({ name }) => name).join(", ");
  throw new Error(`${names}: apt failed. Install Debian's packages ${packages.join(" ")}.`);
}

async function apt(...args: string[]): Promise<boolean> {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const waiting = ["-o", `DPkg::Lock::Timeout=${lockTimeoutSeconds}`, "-o", "Acquire::Retries=3"];
  const [program = "apt-get", ...rest] = [...asRoot, "apt-get", "-q", ...waiting, ...args];
  return await runInstaller(program, rest, { env: { DEBIAN_FRONTEND: "noninteractive" } });
}
