import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { callsOf, childrenOf, cpuMsOf, fsyncCalls, memoryOf, sumOfCalls } from "./process-facts.ts";

const summary = `% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 97.11    0.012345         120       103           fdatasync
  2.89    0.000367         122         3         1 fsync
------ ----------- ----------- --------- --------- ----------------
  0.00    0.000000           0         7           sync_file_range
100.00    0.012712                   113         1 total
`;

test("counts each system call, but not the total", () => {
  assert.deepEqual(callsOf(summary), { fdatasync: 103, fsync: 3, sync_file_range: 7 });
  assert.equal(sumOfCalls(callsOf(summary), fsyncCalls), 106);
  assert.equal(sumOfCalls(callsOf(""), fsyncCalls), 0);
});

test("reads a process and its children from /proc, if it exists", async () => {
  if (process.platform !== "linux") {
    assert.deepEqual([cpuMsOf(process.pid), memoryOf(process.pid), childrenOf(process.pid)], [null, null, []]);
    return;
  }
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  try {
    assert.ok(childrenOf(process.pid).includes(child.pid ?? -1));
    assert.ok((cpuMsOf(process.pid) ?? 0) > 0);
    const memory = memoryOf(process.pid);
    assert.ok(memory !== null && memory.nowMiB > 1 && memory.mostMiB >= memory.nowMiB);
    assert.equal(cpuMsOf(2 ** 30), null);
  } finally {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }
});
