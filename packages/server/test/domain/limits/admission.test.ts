/** An admission holds a slot, a breaker's probe, and a rate-limit token for its connection. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdmit } from "../../../src/domain/limits/limits.ts";
import { createTokenBuckets } from "../../../src/domain/limits/rates.ts";
import { testClock } from "./clock.ts";

const execution = { clientId: "c", tenantId: "t", connectionId: "con_1", provider: "doppler", effect: "read" } as const;

function fixture() {
  const held = { slots: 0, circuits: 0 };
  const take = () => {
    held.slots += 1;
    return () => void (held.slots -= 1);
  };
  const enter = () => {
    held.circuits += 1;
    return () => void (held.circuits -= 1);
  };
  return { held, admit: createAdmit({ take }, createTokenBuckets(1, testClock()), { enter }) };
}

test("returns the rate-limit token if the execution was not claimed, and keeps it if it was", () => {
  const { held, admit } = fixture();
  admit(execution).end(false);
  assert.deepEqual(held, { slots: 0, circuits: 0 });
  const admission = admit(execution);
  assert.deepEqual(held, { slots: 1, circuits: 1 });
  admission.end(true);
  assert.deepEqual(held, { slots: 0, circuits: 0 });
  assert.throws(() => admit(execution), { code: "RATE_LIMITED" });
  assert.deepEqual(held, { slots: 0, circuits: 0 });
});
