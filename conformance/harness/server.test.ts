/** How a test process stops the servers that it started. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { killAtExit } from "./server.ts";

test("stops all children with one listener, and forgets those that have exited", async () => {
  const before = process.listenerCount("exit");
  const children = Array.from({ length: 15 }, (_none, index) => {
    const child = spawn(process.execPath, ["-e", index % 2 === 0 ? "" : "setInterval(() => {}, 1000)"], {
      stdio: "ignore",
    });
    killAtExit(child);
    return child;
  });
  assert.equal(process.listenerCount("exit"), before + 1);
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map(async (child) => once(child, "close")));
  assert.equal(process.listenerCount("exit"), before);
});

test("stops a running child when its parent process exits", async () => {
  const program = `
    import { spawn } from "node:child_process";
    import { killAtExit } from ${JSON.stringify(new URL("server.ts", import.meta.url).href)};
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    killAtExit(child);
    console.log(child.pid);
    process.exit(0);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  parent.stdout.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  await once(parent, "close");
  const pid = Number(printed);
  assert.ok(pid > 1, printed);
  for (const end = Date.now() + 60_000; ;) {
    try {
      process.kill(pid, 0);
    } catch {
      break;
    }
    assert.ok(Date.now() < end, "the child outlives its process");
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
});
