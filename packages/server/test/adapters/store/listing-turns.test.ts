/** Listings on SQLite take turns, one between two turns of the event loop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listingTurns } from "../../../src/adapters/store/sqlite/listing-turns.ts";

test("clients take turns, and each turn is a turn of the event loop", async () => {
  let loop = 0;
  const begun: string[] = [];
  const turns = listingTurns(async () => {
    loop += 1;
    await new Promise((resolve) => setImmediate(resolve));
  });
  const step = (client: string, name: string): Promise<void> =>
    turns.run(client, async () => {
      begun.push(`${name} in ${loop}`);
    });
  await Promise.all([
    step("a", "a1"),
    step("a", "a2"),
    step("a", "a3"),
    step("b", "b1"),
    step("b", "b2"),
    step("c", "c1"),
  ]);
  assert.deepEqual(begun, ["a1 in 0", "a2 in 1", "b1 in 2", "c1 in 3", "a3 in 4", "b2 in 5"]);
});

test("a failed step gives its turn", async () => {
  const turns = listingTurns();
  const failed = turns.run("a", () => Promise.reject(new Error("failed")));
  const next = turns.run("a", async () => "read");
  await assert.rejects(failed, /failed/);
  assert.equal(await next, "read");
});

test("a step after an idle time doesn't wait", async () => {
  const turns = listingTurns();
  await turns.run("a", async () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  let begun = false;
  const running = turns.run("a", async () => void (begun = true));
  assert.ok(begun);
  await running;
});
