/** What the server asks of V8 works in the project's version of Node.js. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { getHeapSpaceStatistics } from "node:v8";
import { collectStartGarbage, heapGrowth } from "../../src/app/own-process.ts";

const run = (option: string) => {
  const program = `require("node:v8").setFlagsFromString(${JSON.stringify(option)})`;
  return spawnSync(process.execPath, ["--eval", program], { encoding: "utf8" });
};

test("V8 knows the option, and warns about unknown ones", () => {
  const known = run(heapGrowth);
  assert.deepEqual([known.status, known.stderr], [0, ""]);
  assert.match(run("--no-such-option").stderr, /unrecognized flag/);
});

test("a collection after the start shrinks the young generation, and leaves no gc() to others", () => {
  const youngBytes = (): number =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
  // Survivors of many small allocations make it grow, as a start does.
  const kept = Array.from({ length: 300_000 }, (_each, index) => ({ index, text: `kept ${index}` }));
  const grownBytes = youngBytes();
  collectStartGarbage();
  assert.equal(kept.length, 300_000);
  assert.ok(youngBytes() <= grownBytes / 4, `${youngBytes()} of ${grownBytes} bytes`);
  assert.equal(globalThis.gc, undefined);
});
