/** Command lines of the project's programs: help, and errors without a stack trace. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { UsageError, wholeNumberOf, withUsage } from "./usage.ts";

const root = join(import.meta.dirname, "..");

const run = (program: string, words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", program, ...words],
    { cwd: root, encoding: "utf8", timeout: 60_000 },
  );
  return { status, stdout, stderr };
};

for (const program of ["bench/main.ts", "proof/main.ts"]) {
  test(`${program} --help prints its options, and only those`, () => {
    const { status, stdout, stderr } = run(program, ["--help"]);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /^(npm run|node) /);
    assert.match(stdout, /--engine sqlite\|postgres/);
  });
}

const wrong: readonly (readonly [string, string])[] = [
  ["bench/main.ts", "--fast"],
  ["bench/main.ts", "--only raed"],
  ["bench/main.ts", "--growth --executions many"],
  ["bench/main.ts", "--growth --rounds -1"],
  ["bench/main.ts", "--replicas --most x"],
  ["proof/main.ts", "no-such-part"],
  ["proof/main.ts", "--seed x"],
];
for (const [program, words] of wrong) {
  test(`${program} ${words} is rejected with a sentence, followed by the usage`, () => {
    const { status, stdout, stderr } = run(program, words.split(" "));
    assert.deepEqual([status, stdout], [2, ""]);
    const [sentence = "", options = ""] = stderr.split("\n\n");
    assert.match(sentence, /^[A-Z-]/);
    assert.match(options, /^(npm run|node) /);
    assert.doesNotMatch(stderr, /^\s+at /m);
  });
}

test("a whole number consists of digits, no more than the program can use", () => {
  assert.deepEqual([wholeNumberOf("n", "0", 1), wholeNumberOf("n", "000120", 6)], [0, 120]);
  for (const value of ["", "-1", "1.5", "1e3", " 1", "1234567", true, undefined]) {
    assert.throws(() => wholeNumberOf("n", value, 6), UsageError, String(value));
  }
});

test("errors from the work are thrown unchanged", async () => {
  const failure = new TypeError("The upstream is gone.");
  await assert.rejects(
    withUsage("usage", [], () => Promise.reject(failure)),
    (error) => error === failure,
  );
  assert.equal(await withUsage("usage", ["part"], (words) => Promise.resolve(words.length + 6)), 7);
});
