/** Who waits for whom before a commit: nobody who is alone, and everybody for those who usually come. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createGathering, gatherForCall } from "../../src/store/groups/gathering.ts";

/** A gathering of at most 64, and the turns that it takes when as many have come as `arrivals` says for each turn. */
function gathering() {
  let [turns, waiting] = [0, 1];
  let arrivals: readonly number[] = [];
  const gather = createGathering(64, async () => {
    waiting += arrivals[turns] ?? 0;
    turns += 1;
  });
  return async (next: readonly number[], first = 1) => {
    [turns, waiting, arrivals] = [0, first, next];
    await gather(() => waiting);
    return { turns, waiting };
  };
}

test("who is alone waits for one turn", async () => {
  const gathered = gathering();
  assert.deepEqual(await gathered([]), { turns: 1, waiting: 1 });
  assert.deepEqual(await gathered([]), { turns: 1, waiting: 1 });
});

test("where many come, as many are waited for, also over a turn in which nobody comes", async () => {
  const gathered = gathering();
  assert.deepEqual(await gathered([3]), { turns: 2, waiting: 4 });
  assert.deepEqual(await gathered([1, 0, 0, 2]), { turns: 4, waiting: 4 });
});

test("more than usual are let in while the second turn goes on, and nobody waits longer than eight", async () => {
  const gathered = gathering();
  await gathered([3]);
  assert.deepEqual(await gathered([3, 4]), { turns: 2, waiting: 8 });
  assert.deepEqual(await gathered([]), { turns: 8, waiting: 1 });
});

test("who is alone again waits for nobody after a dozen commits", async () => {
  const gathered = gathering();
  await gathered([7]);
  const turns: number[] = [];
  for (let commits = 0; commits < 14; commits += 1) turns.push((await gathered([])).turns);
  assert.equal(turns[0], 8);
  assert.equal(turns.at(-1), 1);
});

test("a commit that is full waits for nobody", async () => {
  const gathered = gathering();
  assert.deepEqual(await gathered([1], 64), { turns: 0, waiting: 64 });
});

test("a call is waited for until as many have come as usually do, for twenty turns at most", async () => {
  const turnsUntil = async (arrivals: readonly number[], usual: number): Promise<number> => {
    let [turns, waiting] = [0, 1];
    await gatherForCall(
      () => waiting,
      usual,
      async () => {
        waiting += arrivals[turns] ?? 0;
        turns += 1;
      },
    );
    return turns;
  };
  assert.equal(await turnsUntil([1], 2), 1);
  assert.equal(await turnsUntil([0, 0, 1, 1, 1], 3), 4);
  assert.equal(await turnsUntil([], 2), 20);
});
