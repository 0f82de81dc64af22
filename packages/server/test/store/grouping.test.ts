/** Work put together: nobody waits who need not, nobody is lost, and nobody fails for another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createGrouping } from "../../src/store/groups/grouping.ts";

/** A grouping by first letter whose calls end when the test says so. */
function held(run: (items: readonly string[]) => readonly string[], mayRunApart = true) {
  const calls: { items: readonly string[]; end: () => void }[] = [];
  const group = createGrouping<string, string>({
    groupOf: (item) => item.charAt(0),
    run: async (items) => {
      await new Promise<void>((resolve) => {
        calls.push({ items, end: resolve });
      });
      return run(items);
    },
    mayRunApart: () => mayRunApart,
    itemsMax: 3,
  });
  const endNext = async (): Promise<void> => {
    calls.find(({ end }) => end !== ended)?.end();
    const open = calls.findIndex(({ end }) => end !== ended);
    if (open >= 0) calls[open] = { items: calls[open]?.items ?? [], end: ended };
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { group, endNext, items: () => calls.map(({ items }) => items.join()) };
}
const ended = (): void => undefined;

test("the first goes alone, who comes meanwhile goes together, in turn, and each gets its own result", async () => {
  const { group, endNext, items } = held((all) => all.map((item) => item.toUpperCase()));
  const results = ["a1", "a2", "a3", "a4", "a5"].map((item) => group(item));
  await endNext();
  await endNext();
  await endNext();
  assert.deepEqual(items(), ["a1", "a2,a3,a4", "a5"]);
  assert.deepEqual(await Promise.all(results), ["A1", "A2", "A3", "A4", "A5"]);
  const later = group("a6");
  await endNext();
  assert.equal(await later, "A6");
});

test("groups do not wait for each other", async () => {
  const { group, endNext, items } = held((all) => all);
  const results = [group("a1"), group("b1"), group("a2")];
  assert.deepEqual(items(), ["a1", "b1"]);
  for (let calls = 0; calls < 3; calls += 1) await endNext();
  assert.deepEqual(await Promise.all(results), ["a1", "b1", "a2"]);
});

function failing(items: readonly string[]): readonly string[] {
  if (items.includes("a3")) throw new Error("a3 cannot be done");
  return items;
}

test("one that cannot be done fails alone", async () => {
  const { group, endNext } = held(failing);
  const results = Promise.allSettled(["a1", "a2", "a3", "a4"].map((item) => group(item)));
  for (let calls = 0; calls < 5; calls += 1) await endNext();
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled"],
  );
});

test("where nobody knows what was done, nothing is done again", async () => {
  const { group, endNext, items } = held(failing, false);
  const results = Promise.allSettled(["a1", "a2", "a3", "a4"].map((item) => group(item)));
  for (let calls = 0; calls < 5; calls += 1) await endNext();
  assert.deepEqual(items(), ["a1", "a2,a3,a4"]);
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ["fulfilled", "rejected", "rejected", "rejected"],
  );
});

test("how many usually go together is told of each group by itself, and forgotten", async () => {
  const told: string[] = [];
  const group = createGrouping<string, string>({
    groupOf: (item) => item.charAt(0),
    run: async (items) => items,
    mayRunApart: () => false,
    itemsMax: 64,
    gather: (waiting, usual) => {
      told.push(`${waiting()} of ${usual}`);
      return Promise.resolve();
    },
  });
  await Promise.all(["a1", "a2", "a3"].map(group));
  await group("b1");
  assert.deepEqual(told.splice(0), ["1 of 1", "1 of 1"]);
  for (let calls = 0; calls < 8; calls += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await group("a4");
  }
  assert.deepEqual(
    told.splice(0),
    ["3", "3", "2", "2", "2", "2", "2", "1"].map((usual) => `1 of ${usual}`),
  );
  await group("b2");
  assert.deepEqual(told, ["1 of 1"]);
});

test("each call of a group gathers, also one that follows another", async () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const calls: string[] = [];
  let end: () => void = ended;
  const group = createGrouping<string, string>({
    groupOf: () => "a",
    run: (items) =>
      new Promise((resolve) => {
        calls.push(items.join());
        end = () => resolve(items);
      }),
    mayRunApart: () => false,
    itemsMax: 64,
    gather: turn,
  });
  const results = [group("a1")];
  await turn();
  results.push(group("a2"));
  end();
  // The call before has ended, and the next one waits for whoever is about to come.
  await results[0];
  results.push(group("a3"));
  await turn();
  await turn();
  assert.deepEqual(calls, ["a1", "a2,a3"]);
  end();
  assert.deepEqual(await Promise.all(results), ["a1", "a2", "a3"]);
});
