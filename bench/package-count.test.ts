import assert from "node:assert/strict";
import { test } from "node:test";
import { packagesReached } from "./package-count.ts";

const packages = {
  "packages/a": { dependencies: { x: "1", "@own/b": "1" } },
  "packages/b": { dependencies: { y: "1" }, optionalDependencies: { gone: "1" } },
  "node_modules/@own/b": { resolved: "packages/b", link: true },
  "node_modules/x": { dependencies: { y: "2" } },
  "node_modules/x/node_modules/y": { dependencies: { x: "1", z: "1" } },
  "node_modules/x/node_modules/z": {},
  "node_modules/z": {},
  "node_modules/y": {},
  "node_modules/only-for-development": {},
};

test("what is reached is counted once a place, links of our own lead on and do not count", () => {
  assert.deepEqual([...packagesReached({ packages }, ["packages/a"])].sort(), [
    "node_modules/x",
    "node_modules/x/node_modules/y",
    "node_modules/x/node_modules/z",
    "node_modules/y",
  ]);
  assert.deepEqual([...packagesReached({ packages }, ["packages/b"])], ["node_modules/y"]);
});
