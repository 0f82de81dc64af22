import assert from "node:assert/strict";
import { test } from "node:test";
import { readCommandLine } from "./command-line.ts";

test("runs fifteen pairs at four numbers of connections on both engines by default", () => {
  const { connections, pairs, engines, scenarios, isCounted } = readCommandLine([]);
  assert.deepEqual([connections, pairs, engines, isCounted], [[1, 8, 32, 128], 15, ["sqlite", "postgres"], true]);
  assert.equal(scenarios.length, 8);
});

test("measures only the named scenarios", () => {
  const choice = readCommandLine(["--only", "write,read", "--engine", "sqlite", "--connections", "1,8", "--quick"]);
  assert.deepEqual(
    choice.scenarios.map(({ name }) => name),
    ["read", "write"],
  );
  assert.deepEqual([choice.engines, choice.connections, choice.starts], [["sqlite"], [1, 8], 0]);
  assert.ok(choice.measureMs < 600);
  assert.deepEqual([choice.compileRequests, readCommandLine(["--warm-up", "7"]).compileRequests], [2000, 7]);
});

test("rejects unknown names and options", () => {
  for (const words of [
    ["--only", "raed"],
    ["--engine", "mysql"],
    ["--connections", "1,x"],
    ["--pairs", "-1"],
    ["--fast"],
  ]) {
    assert.throws(() => readCommandLine(words), Error, words.join(" "));
  }
});
