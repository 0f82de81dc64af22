/**
 * Which parts of the store update executions. The event of an unknown outcome goes by the columns that a statement names,
 * so a new one has to name `key_end` or `resolution` where it makes an outcome unknown or settles one.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const folder = join(import.meta.dirname, "../../src/store");
const update = /(?:updateTable\("|update "?)executions\b/g;

test("executions are updated where it is known what their triggers go by", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const updating = files.flatMap((file): [string, number][] => {
    const count = readFileSync(join(folder, file), "utf8").match(update)?.length ?? 0;
    return count === 0 ? [] : [[file, count]];
  });
  assert.deepEqual(Object.fromEntries(updating), {
    // A plain end, and one that names `key_end`.
    "executions/end.ts": 2,
    // A late answer, which leaves the status; a resolution.
    "executions/executions.ts": 2,
    "executions/records-in-hand.ts": 1,
    // What dead owners left, with `key_end`.
    "executions/sweep.ts": 1,
    // The hand-over.
    "executions/steps.ts": 1,
    // The hand-over of what a backup found claimed.
    "restores.ts": 1,
  });
});
