/** Python programs that build the Python SDK's distributions, and those that judge them, from PyPI. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileDigest } from "../file-digest.ts";
import type { Need } from "./need.ts";
import { fromPip, pipFolder } from "./python.ts";

const root = join(import.meta.dirname, "../..");

/**
 * hatchling and what it needs, by hash: what builds a release is exactly what was reviewed. To update it, run
 * `pip-compile --generate-hashes` of pip-tools on a line such as `hatchling==1.33.0`.
 */
const buildLock = join(root, "tools/release/python-build.txt");

/** The folder for `PYTHONPATH` that has hatchling. */
export const pythonBuildFolder: string = pipFolder("python-build", fileDigest(buildLock).slice(0, 16));

/** hatchling, which builds the Python SDK. */
export const pythonBuild: Need = fromPip({
  name: "hatchling",
  folder: pythonBuildFolder,
  requirement: { lockFile: buildLock },
  proof: "hatchling/__main__.py",
});

/** A program that judges, or that is only used by tests. */
export type PythonJudge = "mypy" | "pypiserver" | "twine";

const pins = JSON.parse(readFileSync(join(root, "judges/checks/python.json"), "utf8")) as Readonly<
  Record<PythonJudge, string>
>;

/** The folder for `PYTHONPATH` that has it. */
export function pythonJudgeFolder(name: PythonJudge): string {
  return pipFolder(name, pins[name]);
}

/** One of them. */
export function pythonJudge(name: PythonJudge): Need {
  return fromPip({
    name: `${name} ${pins[name]}`,
    folder: pythonJudgeFolder(name),
    requirement: `${name}==${pins[name]}`,
    proof: `${name}/__main__.py`,
  });
}
