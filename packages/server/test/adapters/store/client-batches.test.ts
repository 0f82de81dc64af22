/** Which items run together: those of all clients, unless they fail; then a client's own until they are done. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inBatches } from "../../../src/adapters/store/client-batches.ts";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { statement, type Call } from "../../../src/adapters/store/statements/statement.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";

/** A database that fails or answers each write when the test says so. An item is its client and its number: `a1`. */
function database() {
  /** What runs: the items of each write, after `>` for each client's scope that it enters. */
  const running: string[] = [];
  const ends: ((error: Error | null) => void)[] = [];
  const runAll = async (calls: readonly Call[]): Promise<unknown[]> => {
    running.push(calls.map(({ name }) => (name === "batches.enter_scope" ? ">" : name)).join(""));
    const error = await new Promise<Error | null>((resolve) => ends.push(resolve));
    if (error !== null) throw error;
    return calls.map(() => ({ rows: [] }));
  };
  const executor = { provideConnection: (work: (connection: unknown) => unknown) => work({ runAll }) };
  const write = async (_scope: unknown, work: (queries: unknown, repeated: boolean) => unknown): Promise<unknown> =>
    await work({ getExecutor: () => executor }, false);
  const run = inBatches<string, string>({ engine: "postgres", write } as unknown as StoreContext, {
    clientOf: (item) => item.charAt(0),
    keyOf: (item) => item,
    callsOf: (item) => [statement(item, "").with({})],
    resultOf: () => "done",
  });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Ends the oldest write, and returns what runs then. */
  const end = async (error: Error | null = null): Promise<readonly string[]> => {
    running.shift();
    ends.shift()?.(error);
    await settle();
    return [...running];
  };
  return { run, settle, end, running };
}

const rejection = new StoreError("55P03", false);

test("a client whose batch failed stays apart until all that it sent is done", async () => {
  const { run, settle, end, running } = database();
  const results = [run("a1"), run("b1")];
  await settle();
  assert.deepEqual(running, [">a1>b1"]);
  assert.deepEqual(await end(rejection), ["a1", "b1"]);
  results.push(run("a2"), run("c1"));
  await settle();
  assert.deepEqual(running, ["a1", "b1", ">c1"]);
  assert.deepEqual(await end(), ["b1", ">c1", "a2"]);
  for (let count = 0; count < 3; count += 1) await end();
  assert.deepEqual(await Promise.all(results), ["done", "done", "done", "done"]);
  const later = run("a3");
  await settle();
  assert.deepEqual(running, [">a3"]);
  await end();
  assert.equal(await later, "done");
});

test("nothing runs again if the database may have written it", async () => {
  const { run, settle, end } = database();
  const results = Promise.allSettled([run("a1"), run("b1")]);
  await settle();
  assert.deepEqual(await end(new StoreError("NO_RESPONSE", true)), []);
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ["rejected", "rejected"],
  );
});
