/** The doctor's facts about the machine, compared with the machine itself. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileFacts, fileSystemTypeAt, freeBytesAt } from "../../../src/app/machine-facts.ts";
import type { ProcessFacts } from "../../../src/entry/cli/environment.ts";

const source = new URL("../../../src/app/machine-facts.ts", import.meta.url).href;

/** The facts of a process started by this shell command. */
function readFacts(shell: string, nodeArguments: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const text = `import { processFacts } from ${JSON.stringify(source)}; console.log(JSON.stringify(processFacts()));`;
  const command = `${shell} exec "$@"`;
  const ran = spawnSync(
    "sh",
    ["-c", command, "sh", process.execPath, ...nodeArguments, "--input-type=module", "--eval", text],
    { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", ...env } },
  );
  assert.equal(ran.status, 0, ran.stderr);
  return JSON.parse(ran.stdout) as ProcessFacts;
}

test("reads the system's limits", () => {
  const facts = readFacts("ulimit -c 0; ulimit -n 512;");
  assert.equal(facts.userId, Number(execFileSync("id", ["-u"], { encoding: "utf8" })));
  assert.equal(facts.nodeVersion, process.versions.node);
  assert.ok(facts.openFilesWanted > 14_000);
  if (facts.whose.startsWith("this command")) assert.deepEqual([facts.coreBytes, facts.openFilesMax], [0, 512]);
});

test("detects a debugger from Node.js options, wherever they are set", () => {
  assert.equal(readFacts("").opensDebugger, "on signal");
  assert.equal(readFacts("", ["--disable-sigusr1"]).opensDebugger, "never");
  assert.equal(readFacts("", [], { NODE_OPTIONS: "--disable-sigusr1" }).opensDebugger, "never");
  assert.equal(readFacts("", ["--inspect=127.0.0.1:0"]).opensDebugger, "now");
});

test("reads a file's mode and owner, and skips a missing one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-facts-"));
  const path = join(folder, "key");
  await writeFile(path, "");
  await chmod(path, 0o640);
  const [file] = fileFacts("the key", path);
  assert.deepEqual(
    [file?.what, file?.mode, file?.ownerId, file?.isFolder],
    ["the key", 0o640, process.getuid?.(), false],
  );
  assert.equal(fileFacts("", folder)[0]?.isFolder, true);
  assert.deepEqual(fileFacts("", join(folder, "absent")), []);
  assert.ok((freeBytesAt(folder) ?? 0) > 0);
  assert.notEqual(fileSystemTypeAt(folder), null);
  assert.deepEqual([freeBytesAt(join(folder, "absent")), fileSystemTypeAt(join(folder, "absent"))], [null, null]);
  await rm(folder, { recursive: true });
});
