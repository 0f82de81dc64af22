/** Python, and packages from PyPI in separate folders, so that nothing else on the machine changes. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runInstaller } from "./installer.ts";
import type { DebianNeed, OwnNeed } from "./need.ts";

const cache = join(import.meta.dirname, "../../node_modules/.cache");
/** The oldest that runs the Python SDK. */
const oldest = "3.9";

/** Python with its standard library. */
export const python: DebianNeed = {
  name: `Python ${oldest} or later (python3)`,
  isThere: () => doesPython(`import sys; sys.exit(sys.version_info < (${oldest.replace(".", ", ")}))`),
  packages: ["python3"],
};

/** Python's installer of packages. */
export const pip: DebianNeed = {
  name: "pip (python3 -m pip)",
  isThere: () => doesPython("import pip"),
  packages: ["python3-pip"],
};

function doesPython(script: string): boolean {
  return spawnSync("python3", ["-c", script], { stdio: "ignore" }).status === 0;
}

/** The folder of a package. */
export function pipFolder(name: string, version: string): string {
  return join(cache, `${name}-${version}`);
}

/** A package from PyPI. */
export interface PipPackage {
  readonly name: string;
  readonly folder: string;
  /** In pip's format, or a file with versions and hashes. */
  readonly requirement: string | { readonly lockFile: string };
  /** A file in the folder that exists once it is installed. */
  readonly proof: string;
  readonly options?: readonly string[];
}

/** A package that pip installs in its folder. */
export function fromPip({ name, folder, requirement, proof, options = [] }: PipPackage): OwnNeed {
  const isThere = (): boolean => existsSync(join(folder, proof));
  return {
    name,
    by: "pip",
    after: [pip],
    isThere,
    async install() {
      // Python compiles what it imports; of most packages that is little.
      const common = [
        "--quiet",
        "--root-user-action=ignore",
        "--only-binary",
        ":all:",
        "--no-compile",
        "--target",
        folder,
      ];
      const wanted =
        typeof requirement === "string" ? [requirement] : ["--require-hashes", "--requirement", requirement.lockFile];
      const args = ["-m", "pip", "install", ...common, ...options, ...wanted];
      if (!(await runInstaller("python3", args)) || !isThere())
        throw new Error(`${name} wasn't installed: pip needs access to PyPI.`);
    },
  };
}
