/** The option that the server gives V8 exists in the Node.js that the project is built with. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { heapGrowth } from "../../src/app/v8-options.ts";

const run = (option: string) => {
  const program = `require("node:v8").setFlagsFromString(${JSON.stringify(option)})`;
  return spawnSync(process.execPath, ["--eval", program], { encoding: "utf8" });
};

test("V8 knows it, and warns about one that it doesn't know", () => {
  const known = run(heapGrowth);
  assert.deepEqual([known.status, known.stderr], [0, ""]);
  assert.match(run("--no-such-option").stderr, /unrecognized flag/);
});
