/** Collected log lines: which become one write, and which don't wait. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { createApp } from "../../../src/entry/rest/app.ts";
import { createLogLines, type LogLines } from "../../../src/entry/rest/log-lines.ts";
import { createRequestTracker } from "../../../src/entry/rest/connections.ts";

type Written = { lines: LogLines; writes: string[]; synced: () => number };

function withoutTime(t: TestContext): Written {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const writes: string[] = [];
  let syncs = 0;
  const lines = createLogLines({ write: (text) => writes.push(text), flushSync: () => (syncs += 1) });
  return { lines, writes, synced: () => syncs };
}

test("writes the lines of 20 ms together, in order, and nothing without lines", (t) => {
  const { lines, writes } = withoutTime(t);
  lines.write("a\n");
  t.mock.timers.tick(19);
  lines.write("b\n");
  assert.deepEqual(writes, []);
  t.mock.timers.tick(1);
  assert.deepEqual(writes, ["a\nb\n"]);
  t.mock.timers.tick(1000);
  lines.write("c\n");
  t.mock.timers.tick(20);
  assert.deepEqual(writes, ["a\nb\n", "c\n"]);
});

test("writes immediately when a pipe's capacity is reached", (t) => {
  const { lines, writes } = withoutTime(t);
  const half = `${"a".repeat(32_767)}\n`;
  lines.write(half);
  assert.deepEqual(writes, []);
  lines.write(half);
  assert.deepEqual(writes, [half + half]);
  t.mock.timers.tick(20);
  assert.equal(writes.length, 1);
});

test("a flush writes collected lines and waits for the destination", (t) => {
  const { lines, writes, synced } = withoutTime(t);
  lines.write("a\n");
  lines.flush();
  assert.deepEqual([writes, synced()], [["a\n"], 1]);
  t.mock.timers.tick(20);
  assert.equal(writes.length, 1);
});

test("writes a warning immediately, after the lines before it", (t) => {
  const { lines, writes } = withoutTime(t);
  const app = createApp({
    docsUrl: "https://docs.example",
    sandbox: false,
    logLevel: "info",
    log: lines,
    newRequestId: () => "req_1",
    phase: () => "open",
    requests: createRequestTracker(() => 0),
  });
  app.log.info("first");
  assert.deepEqual(writes, []);
  app.log.child({}).warn("second");
  app.log.info("third");
  assert.equal(writes.length, 1);
  t.mock.timers.tick(20);
  assert.equal(writes.length, 2);
  const written = writes.join("").trimEnd().split("\n");
  assert.deepEqual(
    written.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ["first", "second", "third"],
  );
});

test("an exiting process writes its collected lines", async () => {
  const source = `
    import { standardOutput } from ${JSON.stringify(new URL("../../../src/entry/rest/log-lines.ts", import.meta.url).href)};
    standardOutput().write("held\\n");
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", source]);
  assert.equal(stdout, "held\n");
});

test("keeps a bounded number of bytes while nothing reads standard output, and says how many lines were lost", async (t) => {
  const source = new URL("../../../src/entry/rest/log-lines.ts", import.meta.url).href;
  const text = `
    import { standardOutput } from ${JSON.stringify(source)};
    const lines = standardOutput();
    lines.onLost = (count) => process.send({ lost: count });
    process.on("message", () => process.disconnect());
    const before = process.memoryUsage().rss;
    let left = 200;
    const some = () => {
      for (let n = 0; n < 10; n += 1) lines.write("x".repeat(100_000) + "\\n");
      if ((left -= 1) > 0) setImmediate(some);
      else process.send({ grown: process.memoryUsage().rss - before });
    };
    some();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  t.after(() => child.kill("SIGKILL"));
  const said = (): Promise<Record<string, number>> => new Promise((resolve) => child.once("message", resolve));
  // 200 MB were written. A collection of garbage may be due.
  const { grown = Infinity } = await said();
  assert.ok(grown < 120_000_000, `${grown} bytes`);
  const told = said();
  let read = 0;
  child.stdout?.on("data", (bytes: Buffer) => {
    read += bytes.length;
  });
  const { lost = 0 } = await told;
  child.send("end");
  await new Promise((resolve) => child.once("close", resolve));
  assert.ok(lost > 1500 && lost < 2000, `${lost} lines`);
  assert.equal(read, (2000 - lost) * 100_001);
});
