/**
 * The protocol holds in every state of a database that fails over or is replaced with an older copy while processes
 * die, and each planted mistake violates the property that it should.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { failoverFaults } from "./failover-faults.ts";
import { catchesFaults } from "./planted-faults.ts";
import { verify } from "./spin.ts";

const model = "failover.pml";

for (const [replication, switches] of [
  ["asynchronous", []],
  ["synchronous", ["SYNCHRONOUS"]],
] as const) {
  test(`with ${replication} replication a key acts at most once, and failed means that nothing took effect`, async (t) => {
    const { errors, statesStored } = await verify({ model, property: "all_safety", switches });
    t.diagnostic(`${String(statesStored)} states`);
    assert.equal(errors, 0);
    assert.ok(statesStored > 10_000, "the model has become too small to mean anything");
  });

  test(`with ${replication} replication everything is settled eventually`, async () => {
    const { errors } = await verify({ model, property: "nothing_stays_open", switches, isLiveness: true });
    assert.equal(errors, 0);
  });
}

test("with synchronous replication nothing that wasn't sent is ever unknown", async () => {
  const { errors } = await verify({ model, property: "unsent_is_known", switches: ["SYNCHRONOUS"] });
  assert.equal(errors, 0);
});

catchesFaults(model, failoverFaults, ({ breaks }) => {
  if (breaks === "unsent_is_known") return { switches: ["SYNCHRONOUS"] };
  return { isLiveness: breaks === "nothing_stays_open" };
});
