/** SIGUSR1 opens no debugger, from the start of the process on, and doesn't end it. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../../tools/free-port.ts";
import { until } from "../entry/mcp/until.ts";

/**
 * Makes a process print a line before it loads anything. A debugger that opens anyway uses any port and prints a line.
 */
const env = {
  ...process.env,
  NODE_OPTIONS: '--inspect-port=0 "--import=data:text/javascript,process.stderr.write(`it runs`)"',
};

function printed(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  return () => text;
}

test("a server survives the signal from its start on, without a debugger", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-debugger-"));
  const own = { SVC_DATABASE_URL: `sqlite:${folder}/svc.sqlite`, SVC_LISTEN: `127.0.0.1:${await freePort()}` };
  const program = join(import.meta.dirname, "../../bin/svc-server");
  const child = spawn(program, ["serve", "--sandbox"], {
    env: { ...env, ...own },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const text = printed(child);
    await until(() => (text().includes("it runs") ? true : null));
    let isReady = false;
    while (!isReady) {
      child.kill("SIGUSR1");
      await delay(2);
      isReady = text().includes("svc is ready at");
      assert.equal(child.exitCode ?? child.signalCode, null, text());
    }
    child.kill("SIGUSR1");
    await delay(200);
    assert.doesNotMatch(text(), /Debugger listening/);
    assert.equal(child.exitCode ?? child.signalCode, null);
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the server itself ignores the signal if Node.js was started without the flag", async () => {
  const module = pathToFileURL(join(import.meta.dirname, "../../src/app/own-process.ts")).href;
  const script = `import { refuseDebugger } from ${JSON.stringify(module)};
    refuseDebugger((text) => process.stderr.write(text)); process.stderr.write("ready"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const text = printed(child);
    await until(() => (text().includes("ready") ? true : null));
    child.kill("SIGUSR1");
    await until(() => (text().includes("it opens no debugger") ? true : null));
    assert.doesNotMatch(text(), /Debugger listening/);
    assert.equal(child.exitCode ?? child.signalCode, null);
  } finally {
    child.kill("SIGKILL");
  }
});
