import assert from "node:assert/strict";
import { test } from "node:test";
import { summariseProfile, type CpuProfile } from "./profile-summary.ts";

const node = (id: number, functionName: string, url = "", lineNumber = 0, children: number[] = []) => {
  return { id, children, callFrame: { functionName, url, lineNumber } };
};

const profile: CpuProfile = {
  nodes: [
    node(1, "(idle)"),
    node(2, "run", "file:///anywhere/packages/server/src/store/context.ts", 9, [3]),
    node(3, "", "file:///anywhere/node_modules/@a/b/index.js"),
    node(4, "(garbage collector)"),
  ],
  startTime: 1000,
  // A sample holds until the next one; the first is before the window.
  samples: [2, 2, 3, 1, 4, 2],
  timeDeltas: [0, 100, 30, 10, 60, 10],
};

test("time goes to who was seen, from that sample to the next, within the window", () => {
  const { idle, functions, whole, files, places } = summariseProfile(profile, { from: 1100, to: 5000 });
  assert.equal(idle, 0.6 / (0.6 + 0.5));
  assert.deepEqual(functions, [
    { name: "run packages/server/src/store/context.ts:10", share: 0.6 },
    { name: "(anonymous) node_modules/@a/b/index.js:1", share: 0.2 },
    { name: "(garbage collector) ", share: 0.2 },
  ]);
  // With what it calls: the dependency's share as well.
  assert.deepEqual(
    whole.map(({ name, share }) => [name, Math.round(share * 100)]),
    [["run packages/server/src/store/context.ts:10", 80]],
  );
  assert.deepEqual(
    files.map(({ name }) => name),
    ["packages/server/src/store/context.ts", "node_modules/@a/b/index.js", "(garbage collector)"],
  );
  assert.deepEqual(
    places.map(({ name }) => name),
    ["packages/server/src/store", "@a/b", "(garbage collector)"],
  );
});

test("what is outside the window does not count", () => {
  assert.equal(summariseProfile(profile, { from: 0, to: 5000 }).functions[0]?.share, 130 / 150);
});
