/** The V8 option that the server sets exists in the project's version of Node.js. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { heapGrowth } from "../../src/app/own-process.ts";

const run = (option: string) => {
  const program = `require("node:v8").setFlagsFromString(${JSON.stringify(option)})`;
  return spawnSync(process.execPath, ["--eval", program], { encoding: "utf8" });
};

test("V8 knows the option, and warns about unknown ones", () => {
  const known = run(heapGrowth);
  assert.deepEqual([known.status, known.stderr], [0, ""]);
  assert.match(run("--no-such-option").stderr, /unrecognized flag/);
});
