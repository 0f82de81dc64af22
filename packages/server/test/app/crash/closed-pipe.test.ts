/** A command whose reader has gone ends quietly: `svc-server … | head -1` is no defect. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";

const main = join(import.meta.dirname, "../../../src/main.ts");
const ownProcess = join(import.meta.dirname, "../../../src/app/own-process.ts");

/** Runs Node.js with these arguments, and closes the pipe from it before it prints anything. */
async function readNothing(...args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

test("a command ends as it would have, and prints no error", async () => {
  assert.deepEqual(await readNothing(main, "--help"), { code: 0, stderr: "" });
  const failed = await readNothing(main, "vault", "status");
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /^svc-server: There is no database at /);
});

test("any other error of its output is a defect", async () => {
  const script = `
    import { installUncaughtHandler, outliveReaders } from ${JSON.stringify(ownProcess)};
    installUncaughtHandler((text) => process.stderr.write(text));
    outliveReaders();
    process.stdout.emit("error", Object.assign(new Error("disk full"), { code: "ENOSPC" }));`;
  const { code, stderr } = await readNothing("--input-type=module", "-e", script);
  assert.equal(code, 1);
  assert.match(stderr, /^svc-server: a defect ended this process \(Error, ENOSPC\)/);
});
