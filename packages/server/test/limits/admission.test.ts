/** An admission that comes to nothing costs nothing: neither a slot nor a token of its connection's rate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdmit } from "../../src/limits/admission.ts";
import { createTokenBuckets } from "../../src/limits/token-buckets.ts";
import { testClock } from "./clock.ts";

const execution = { clientId: "c", tenantId: "t", connectionId: "con_1", provider: "doppler", effect: "read" } as const;

function world() {
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

test("what has run has used its token; what was withdrawn has not", () => {
  const { held, admit } = world();
  admit(execution).withdraw();
  assert.deepEqual(held, { slots: 0, circuits: 0 });
  const admission = admit(execution);
  assert.deepEqual(held, { slots: 1, circuits: 1 });
  admission.end();
  assert.deepEqual(held, { slots: 0, circuits: 0 });
  assert.throws(() => admit(execution), { code: "RATE_LIMITED" });
  assert.deepEqual(held, { slots: 0, circuits: 0 });
});
