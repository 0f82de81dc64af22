/** Slots: every bound holds, each slot is released, and a full process refuses the largest holder first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import fc from "fast-check";
import {
  createExecutionSlots,
  hasRoomFor,
  type ExecutionSlots,
  type SlotOwner,
} from "../../../src/domain/limits/slots.ts";

const owner = (tenant: string, connection = `con_${tenant}`, client = "scl_1"): SlotOwner => {
  return { clientId: client, tenantId: tenant, connectionId: connection };
};

/** Takes a slot. @returns the error's code, or `taken`. */
function take(slots: ExecutionSlots, at: SlotOwner): string {
  try {
    slots.take(at);
    return "taken";
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.ok((error.retryAfterSeconds ?? 0) > 0, "a refusal says when to retry");
    return error.code;
  }
}

test("connection, tenant and client each have their own bound, and a released slot is free", () => {
  const slots = createExecutionSlots({ process: 100, perClient: 4, perTenant: 3, perConnection: 2 });
  const free = slots.take(owner("a"));
  slots.take(owner("a"));
  assert.equal(take(slots, owner("a")), "RATE_LIMITED");
  assert.equal(take(slots, owner("a", "con_other")), "taken");
  assert.equal(take(slots, owner("a", "con_third")), "RATE_LIMITED");
  assert.equal(take(slots, owner("b")), "taken");
  assert.equal(take(slots, owner("c")), "RATE_LIMITED");
  assert.equal(take(slots, owner("c", "con_c", "scl_2")), "taken");
  free();
  assert.equal(take(slots, owner("a")), "taken");
});

test("with few slots left, refuses a tenant above its share, and not the others", () => {
  const slots = createExecutionSlots({ process: 10, perClient: 0, perTenant: 0, perConnection: 0 });
  for (let taken = 0; taken < 7; taken += 1) slots.take(owner("noisy"));
  assert.equal(take(slots, owner("quiet")), "taken");
  assert.equal(take(slots, owner("noisy")), "OVERLOADED", "eight are taken, and it holds seven");
  assert.equal(take(slots, owner("quiet")), "taken");
  assert.equal(take(slots, owner("third")), "taken");
  assert.equal(take(slots, owner("third")), "OVERLOADED", "ten are taken");
});

test("a tenant on its own leaves room for another", () => {
  const slots = createExecutionSlots({ process: 10, perClient: 0, perTenant: 0, perConnection: 0 });
  for (let taken = 0; taken < 8; taken += 1) slots.take(owner("alone"));
  assert.equal(take(slots, owner("alone")), "OVERLOADED");
  assert.equal(take(slots, owner("another")), "taken");
});

test("a tenant without executions takes no share", () => {
  const slots = createExecutionSlots({ process: 10, perClient: 0, perTenant: 0, perConnection: 0 });
  for (let tenant = 0; tenant < 7; tenant += 1) slots.take(owner(`left_${tenant}`))();
  for (const tenant of ["one", "two"]) for (let taken = 0; taken < 4; taken += 1) slots.take(owner(tenant));
  assert.equal(take(slots, owner("one")), "taken", "half of ten are five");
  assert.equal(take(slots, owner("one")), "OVERLOADED");
});

test("in any sequence, exceeds no bound and keeps nothing about ended executions", () => {
  const limits = { process: 12, perClient: 9, perTenant: 6, perConnection: 3 };
  const step = fc.record({
    tenant: fc.integer({ min: 0, max: 3 }),
    connection: fc.integer({ min: 0, max: 1 }),
    ends: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const slots = createExecutionSlots(limits);
      const running: { at: SlotOwner; free: () => void }[] = [];
      const many = (of: (at: SlotOwner) => string, name: string): number =>
        running.filter(({ at }) => of(at) === name).length;
      for (const { tenant, connection, ends } of steps) {
        const at = owner(`t${tenant}`, `c${tenant}-${connection}`, `client${tenant % 2}`);
        try {
          running.push({ at, free: slots.take(at) });
        } catch (error) {
          assert.ok(error instanceof ServiceError);
        }
        assert.ok(running.length <= limits.process);
        assert.ok(many(({ clientId }) => clientId, at.clientId) <= limits.perClient);
        assert.ok(many(({ tenantId }) => tenantId, at.tenantId) <= limits.perTenant);
        assert.ok(many(({ connectionId }) => connectionId, at.connectionId) <= limits.perConnection);
        if (ends < 8) running.splice(ends % Math.max(1, running.length), 1)[0]?.free();
      }
      for (const { free } of running.splice(0)) free();
      for (let taken = 0; taken < limits.perConnection; taken += 1) slots.take(owner("t0", "c0-0", "client0"));
    }),
  );
});

test("refuses a tenant without slots only if none are left", () => {
  const facts = fc.record({
    total: fc.nat(40),
    tenants: fc.integer({ min: 1, max: 60 }),
    process: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(facts, ({ total, tenants, process }) => {
      assert.equal(hasRoomFor({ total, ofTenant: 0, tenants, process }), total < process);
    }),
  );
});
