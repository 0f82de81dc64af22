/** A package index for Python on this machine that has only our distributions, and programs that judge them. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import { pythonBuildFolder, pythonJudgeFolder } from "../../needs/python-tools.ts";
import { startProgram } from "../../real-servers/started.ts";

/** The result of a program: its exit code, and its output on both streams. */
export type PythonRun = { status: number | null; printed: string };

/** Runs Python with packages of these folders, and without anyone's settings. */
export function runPython(words: readonly string[], folders: readonly string[], cwd: string): PythonRun {
  const { PATH = "" } = process.env;
  const env = { PATH, HOME: cwd, PYTHONPATH: folders.join(":"), PYTHONDONTWRITEBYTECODE: "1", NO_COLOR: "1" };
  const { status, stdout, stderr, error } = spawnSync("python3", words, { cwd, env, encoding: "utf8" });
  return { status, printed: `${error?.message ?? ""}${stdout}${stderr}` };
}

export function twine(words: readonly string[], cwd: string): PythonRun {
  return runPython(["-m", "twine", "--no-color", ...words], [pythonJudgeFolder("twine")], cwd);
}

/** Judges a program's types in mypy's strict mode, with what is installed in a virtual environment. */
export function mypy(file: string, python: string, cwd: string): PythonRun {
  const words = ["-m", "mypy", "--strict", "--python-executable", python, "--cache-dir", join(cwd, ".mypy"), file];
  return runPython(words, [pythonJudgeFolder("mypy")], cwd);
}

/** Builds the wheel of a source distribution into a folder, with nothing but hatchling. */
export function wheelFrom(sourceDistribution: string, out: string): PythonRun {
  mkdirSync(out);
  const words = [
    "-m",
    "pip",
    "--isolated",
    "wheel",
    "--no-build-isolation",
    "--no-deps",
    "--no-index",
    "--wheel-dir",
    out,
  ];
  return runPython([...words, sourceDistribution], [pythonBuildFolder], out);
}

/** An empty virtual environment, without even pip. @returns its Python. */
export function emptyEnvironment(folder: string, cwd: string): string {
  const { status, printed } = runPython(["-m", "venv", "--without-pip", folder], [], cwd);
  if (status !== 0) throw new Error(`python3 could not make a virtual environment:\n${printed}`);
  return join(folder, "bin/python");
}

/** Installs from one index alone. */
export function installFrom(indexUrl: string, requirement: string, python: string, cwd: string): PythonRun {
  const pip = ["-m", "pip", "--isolated", "--no-cache-dir", "--disable-pip-version-check", "--python", python];
  return runPython([...pip, "install", "--index-url", `${indexUrl}simple/`, requirement], [], cwd);
}

/** Starts an index to which anyone may upload, and which asks no other one. @returns its address, which ends in a slash. */
export async function startIndex(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  mkdirSync(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const openToAll = ["--passwords", ".", "--authenticate", "."];
  const close = await startProgram({
    name: "pypiserver",
    command: "python3",
    args: [
      "-m",
      "pypiserver",
      "run",
      "-i",
      "127.0.0.1",
      "-p",
      String(port),
      "--disable-fallback",
      ...openToAll,
      folder,
    ],
    env: { PATH: process.env["PATH"], PYTHONPATH: pythonJudgeFolder("pypiserver") },
    readyUrl: `${url}health`,
  });
  return { url, close };
}
