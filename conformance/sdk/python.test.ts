/** Checks specific to the Python SDK: its own tests, its types, its version, and the oldest Python that runs it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { pyright } from "../../judges/checks/programs.ts";
import { pythonFolder, pythonMissing, runPython } from "./python-client.ts";

const root = join(import.meta.dirname, "../..");
const oldest = { major: 3, minor: 9 };

test("this machine's python3 can run the SDK", async () => {
  const printed = await runPython(["-c", "import sys; print(*sys.version_info[:2])"]);
  const [major = 0, minor = 0] = printed.trim().split(" ").map(Number);
  assert.ok(major === oldest.major && minor >= oldest.minor, `${pythonMissing} This is ${major}.${minor}.`);
});

test("the Python SDK passes its own tests, with none skipped", async () => {
  const printed = await runPython(["-m", "unittest", "discover", "--start-directory", "tests"]);
  assert.match(printed, /^Ran [1-9]\d* tests? in .*\n\nOK\n$/m);
  assert.doesNotMatch(printed, /ResourceWarning|never retrieved|Exception ignored/);
});

test("every file is written in the syntax of the oldest Python", async () => {
  const script = `
import ast, pathlib
files = [*pathlib.Path("src").rglob("*.py"), *pathlib.Path("tests").rglob("*.py")]
for file in files:
    ast.parse(file.read_text(), str(file), feature_version=(${oldest.major}, ${oldest.minor}))
print(len(files) > 20)`;
  assert.equal(await runPython(["-c", script]), "True\n");
});

test("pyright finds no fault in the SDK for the oldest Python, and one in each misuse", () => {
  const ran = spawnSync(process.execPath, [pyright, "--project", pythonFolder], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stdout);
  assert.match(ran.stdout, /^0 errors, 0 warnings/m);
});

test("the package has the stated version and oldest Python", () => {
  const project = readFileSync(join(pythonFolder, "pyproject.toml"), "utf8");
  const { version } = JSON.parse(readFileSync(join(root, "packages/sdk/package.json"), "utf8")) as { version: string };
  assert.equal(/^version = "(.*)"$/m.exec(project)?.[1], version);
  assert.equal(
    /^VERSION = "(.*)"$/m.exec(readFileSync(join(pythonFolder, "src/svc/_version.py"), "utf8"))?.[1],
    version,
  );
  assert.match(project, /^requires-python = ">=3\.9"$/m);
  assert.match(project, /^pythonVersion = "3\.9"$/m);
  assert.match(project, /^dependencies = \[\]$/m);
});
