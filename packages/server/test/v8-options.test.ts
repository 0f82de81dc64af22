/** The options that the server gives V8 exist in the Node that the project is built with. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { serverOptions } from "../src/v8-options.ts";

const run = (options: readonly string[]) => {
  const program = `for (const one of ${JSON.stringify(options)}) require("node:v8").setFlagsFromString(one)`;
  return spawnSync(process.execPath, ["--eval", program], { encoding: "utf8" });
};

test("V8 knows each of them; of one that it does not know it tells", () => {
  const known = run(serverOptions);
  assert.deepEqual([known.status, known.stderr], [0, ""]);
  assert.match(run(["--no-such-option"]).stderr, /unrecognized flag/);
});
