/** Which parts run concurrently. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inLanes } from "./lanes.ts";

type Job = { readonly name: string; readonly measuresTime?: true };
const jobs: readonly Job[] = [{ name: "a" }, { name: "b", measuresTime: true }, { name: "c" }, { name: "d" }];

/** Each job takes three turns of the event loop; the result lists the jobs that were running when it started. */
async function begun(atOnce: number): Promise<readonly string[]> {
  const running = new Set<string>();
  const told: string[] = [];
  await inLanes(jobs, atOnce, async ({ name }) => {
    told.push([...running, name].join());
    running.add(name);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    running.delete(name);
  });
  return told;
}

test("runs parts that measure time first and alone, then the others concurrently, each once", async () => {
  assert.deepEqual(await begun(1), ["b", "a", "c", "d"]);
  assert.deepEqual(await begun(2), ["b", "a", "a,c", "c,d"]);
});
