/** The batcher: no item waits longer than needed, gets lost, or fails because of another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBatcher, type BatcherOptions } from "../../../src/adapters/store/batcher.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A batcher keyed by first letter, whose batches end when the test says so. */
function held(run: BatcherOptions<string, string>["run"] = async (items) => items) {
  const batches: string[] = [];
  const ends: (() => void)[] = [];
  const add = createBatcher<string, string>({
    keyOf: (item) => item.charAt(0),
    async run(items) {
      batches.push(items.join());
      await new Promise<void>((resolve) => ends.push(resolve));
      return await run(items);
    },
  });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 25; turns += 1) await turn();
  };
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { add, endNext, settle, batches };
}

test("items that arrive during a batch share the next one, and each gets its own result", async () => {
  const { add, endNext, settle, batches } = held(async (items) => items.map((item) => item.toUpperCase()));
  const results = [add("a1")];
  await settle();
  results.push(add("a2"), add("a3"));
  await endNext();
  await endNext();
  assert.deepEqual(batches, ["a1", "a2,a3"]);
  assert.deepEqual(await Promise.all(results), ["A1", "A2", "A3"]);
  const later = add("a4");
  await settle();
  await endNext();
  assert.equal(await later, "A4");
});

test("a batch has at most 64 items", async () => {
  const { add, endNext, settle, batches } = held();
  const results = Array.from({ length: 65 }, (_, number) => add(`a${number}`));
  await settle();
  await endNext();
  await endNext();
  await Promise.all(results);
  assert.deepEqual(
    batches.map((batch) => batch.split(",").length),
    [64, 1],
  );
});

test("if more items wait than a batch holds, everyone's turn comes before anyone's next", async () => {
  const batches: string[][] = [];
  const add = createBatcher<string, string>({
    keyOf: () => "",
    turnOf: (item) => item.charAt(0),
    async run(items) {
      batches.push([...items]);
      return items;
    },
  });
  const items = [...Array.from({ length: 100 }, (_, number) => `a${number}`), "b0", "b1", "c0"];
  assert.deepEqual(await Promise.all(items.map(add)), items);
  assert.deepEqual(
    batches.map(({ length }) => length),
    [64, 39],
  );
  assert.deepEqual(batches[0]?.slice(0, 6), ["a0", "b0", "c0", "a1", "b1", "a2"]);
});

test("keys don't wait for each other", async () => {
  const { add, endNext, settle, batches } = held();
  const results = [add("a1"), add("b1")];
  await settle();
  results.push(add("a2"));
  assert.deepEqual(batches, ["a1", "b1"]);
  for (let count = 0; count < 3; count += 1) await endNext();
  assert.deepEqual(await Promise.all(results), ["a1", "b1", "a2"]);
});

for (const { unanswered, title, expected } of [
  { unanswered: false, title: "a failing item fails alone", expected: ["a1,a2,a3", "a1", "a2", "a3"] },
  { unanswered: true, title: "runs nothing again if it is unknown what was written", expected: ["a1,a2,a3"] },
]) {
  test(title, async () => {
    const { add, endNext, settle, batches } = held(async (items) => {
      if (items.includes("a2")) throw new StoreError("23505", unanswered);
      return items;
    });
    const results = Promise.allSettled(["a1", "a2", "a3"].map(add));
    await settle();
    for (const _batch of expected) await endNext();
    assert.deepEqual(batches, expected);
    const others = unanswered ? "rejected" : "fulfilled";
    assert.deepEqual(
      (await results).map(({ status }) => status),
      [others, "rejected", others],
    );
  });
}

/**
 * The number of turns that each batch waits, and its size, if `arrivals` items arrive in each turn.
 * @param turnMs how long a turn takes.
 */
function delays(turnMs = 0.01) {
  let turns = 0;
  let size = 0;
  let arrivals: readonly number[] = [];
  const pending: Promise<string>[] = [];
  const add = createBatcher<string, string>(
    {
      keyOf: (item) => item,
      async run(items) {
        size = items.length;
        return items;
      },
    },
    {
      async nextTurn() {
        for (let count = 0; count < (arrivals[turns] ?? 0); count += 1) pending.push(add("a"));
        turns += 1;
      },
      monotonicMs: () => turns * turnMs,
    },
  );
  return async (next: readonly number[], key = "a") => {
    [turns, arrivals] = [0, next];
    await add(key);
    await Promise.all(pending.splice(0));
    await turn();
    return { turns, size };
  };
}

test("a single item waits for one turn", async () => {
  const batch = delays();
  assert.deepEqual(await batch([]), { turns: 1, size: 1 });
  assert.deepEqual(await batch([]), { turns: 1, size: 1 });
});

test("a batch waits for the usual number of items, between two and twenty turns", async () => {
  const batch = delays();
  assert.deepEqual(await batch([3]), { turns: 2, size: 4 });
  assert.deepEqual(await batch([1, 0, 0, 2]), { turns: 4, size: 4 });
  assert.deepEqual(await batch([3, 4]), { turns: 2, size: 8 });
  assert.deepEqual(await batch([]), { turns: 20, size: 1 });
  assert.deepEqual(await batch([], "b"), { turns: 1, size: 1 }, "another key has its own usual size");
});

test("a batch waits for five milliseconds at most, however few turns that is", async () => {
  const batch = delays(2);
  await batch([3]);
  assert.deepEqual(await batch([]), { turns: 3, size: 1 });
  const slow = delays(150);
  await slow([3]);
  assert.deepEqual(await slow([]), { turns: 1, size: 1 }, "another turn of a busy event loop takes too long");
});

test("a key whose items arrive alone again soon waits for only one turn", async () => {
  const batch = delays();
  await batch([7]);
  const turns: number[] = [];
  for (let count = 0; count < 20; count += 1) turns.push((await batch([])).turns);
  assert.deepEqual([turns[0], turns.at(-1)], [20, 1]);
});

test("a full batch doesn't wait", async () => {
  const batch = delays();
  assert.deepEqual(await batch([63, 1]), { turns: 1, size: 64 });
});
