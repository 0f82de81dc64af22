/** When a shortage of this machine begins and ends, and what the operator reads about it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMachineWatch } from "../../../src/domain/machine/watch.ts";

function watch() {
  const world = { nowMs: 0, code: null as string | null, told: [] as string[] };
  const machine = createMachineWatch({ monotonicMs: () => world.nowMs, tryFile: () => world.code });
  machine.tell(({ level, message }) => void world.told.push(`${level}: ${message}`));
  return { world, machine };
}

const begun =
  "error: connections can't be opened: this process has too few file descriptors; raise LimitNOFILE (systemd) or ulimit -n (EMFILE)";
const ended = "warn: connections can be opened again";

test("a shortage lasts until none was seen for five seconds, and is logged once", () => {
  const { world, machine } = watch();
  assert.equal(machine.shortage(), null);
  world.code = "EMFILE";
  for (world.nowMs = 1000; world.nowMs <= 4000; world.nowMs += 1000) assert.equal(machine.shortage(), "EMFILE");
  world.code = null;
  world.nowMs = 8999;
  assert.equal(machine.shortage(), "EMFILE");
  assert.deepEqual(world.told, [begun]);
  world.nowMs = 9000;
  assert.equal(machine.shortage(), null);
  assert.equal(machine.shortage(), null);
  assert.deepEqual(world.told, [begun, ended]);
});

test("a failed connection begins a shortage, although a file can be opened by then", () => {
  const { world, machine } = watch();
  machine.note("EMFILE");
  assert.equal(machine.shortage(), "EMFILE");
  assert.deepEqual(world.told, [begun]);
});

test("logs a fault of one connection at most once in ten minutes, and doesn't count it as a shortage", () => {
  const { world, machine } = watch();
  for (let n = 0; n < 3; n += 1) machine.note("EADDRNOTAVAIL");
  machine.note("ECONNREFUSED");
  assert.equal(machine.shortage(), null);
  assert.equal(world.told.length, 1);
  assert.match(world.told[0] ?? "", /^warn: .*no address or port left.*\(EADDRNOTAVAIL\)$/);
  world.nowMs = 600_000;
  machine.note("EADDRNOTAVAIL");
  assert.equal(world.told.length, 2);
});
