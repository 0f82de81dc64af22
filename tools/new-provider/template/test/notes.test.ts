/** Each action's requests, and how it handles the responses, beyond what holds for every provider. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSimulated } from "./simulated.ts";

test("a written note can be read, and was written once", async () => {
  const world = await openSimulated();
  try {
    const written = await world.run("notes.create", { title: "Groceries", text: "Bread" });
    assert.deepEqual(written, { kind: "output", output: { id: "note000001", title: "Groceries" } });
    const read = await world.run("notes.get", { id: "note000001" });
    assert.deepEqual(read, { kind: "output", output: { id: "note000001", title: "Groceries", text: "Bread" } });
    assert.equal(world.simulator.ledger.effects.length, 1);
  } finally {
    await world.close();
  }
});

test("a lost response to a new note is an unknown outcome, although the note exists", async () => {
  const world = await openSimulated();
  try {
    world.simulator.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
    const end = await world.run("notes.create", { title: "Groceries", text: "Bread" });
    assert.equal(end.kind, "unknown");
    assert.equal(world.simulator.world.notes.size, 2);
  } finally {
    await world.close();
  }
});

test("a nonexistent note is refused with its own code", async () => {
  const world = await openSimulated();
  try {
    const end = await world.run("notes.get", { id: "missing" });
    assert.equal(end.kind === "failed" ? end.refusal.code : end.kind, "RESOURCE_NOT_FOUND");
  } finally {
    await world.close();
  }
});
