/** Failed sign-ins in the audit trail: recorded promptly, but never as one event per attempt. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { AuditData, NewTrailEntry } from "../../../src/domain/journal/port.ts";
import { createRefusals, refusalWindowMs } from "../../../src/domain/operators/sessions.ts";

function fixture() {
  const recorded: AuditData[] = [];
  const failing = { isUnavailable: false };
  const record = async ({ type, data }: NewTrailEntry): Promise<void> => {
    if (failing.isUnavailable) throw new Error("unavailable");
    assert.equal(type, "operator.sign_in_refused");
    recorded.push(data);
  };
  return { recorded, failing, refusals: createRefusals({ record }) };
}

async function pass(windows: number): Promise<void> {
  for (let passed = 0; passed < windows; passed += 1) {
    mock.timers.tick(refusalWindowMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("records the first attempt immediately, then a count per window, and starts over after a quiet window", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { recorded, refusals } = fixture();
    for (let attempt = 0; attempt < 1000; attempt += 1) await refusals.add("192.0.2.1");
    assert.deepEqual(recorded, [{ attempts: 1, address: "192.0.2.1" }]);
    await pass(1);
    for (let attempt = 0; attempt < 5; attempt += 1) await refusals.add("192.0.2.2");
    await pass(3);
    await refusals.add("192.0.2.3");
    assert.deepEqual(recorded.slice(1), [
      { attempts: 999, seconds: 60 },
      { attempts: 5, seconds: 60 },
      { attempts: 1, address: "192.0.2.3" },
    ]);
  } finally {
    mock.timers.reset();
  }
});

test("records attempts later if recording failed, and the rest on stop", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { recorded, failing, refusals } = fixture();
    for (let attempt = 0; attempt < 4; attempt += 1) await refusals.add("192.0.2.1");
    failing.isUnavailable = true;
    await pass(1);
    failing.isUnavailable = false;
    await refusals.add("192.0.2.1");
    await refusals.stop();
    assert.deepEqual(recorded.slice(1), [{ attempts: 4, seconds: 60 }]);
  } finally {
    mock.timers.reset();
  }
});
