/** The lease of a server process: when it holds, and what happens when it is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startLease, type Lease } from "../../src/executions/lease.ts";
import { systemPlatform } from "../../src/platform.ts";

type Renewal = () => Promise<boolean>;

/** A lease of a thousand on a clock that stands, with renewals by script: the last one goes on for ever. */
async function scripted(renewals: Renewal[]) {
  const clock = { nowMs: 0 };
  const asked: string[] = [];
  const failures = { count: 0 };
  let names = 0;
  const lease = await startLease({
    store: {
      begin: (owner) => {
        asked.push(`began ${owner}`);
        return Promise.resolve();
      },
      living: () => Promise.resolve([]),
      beat: (owner) => {
        asked.push(owner);
        const [next] = renewals.length > 1 ? renewals.splice(0, 1) : renewals;
        return next === undefined ? Promise.resolve(true) : next();
      },
      end: (owner) => {
        asked.push(`ended ${owner}`);
        return Promise.resolve();
      },
    },
    platform: { ...systemPlatform, monotonicMs: () => clock.nowMs },
    newOwnerId: () => `owner_${(names += 1)}`,
    times: { leaseMs: 1000, renewEveryMs: 2 },
    onRenewFailure: () => (failures.count += 1),
  });
  return { lease, clock, asked, failures };
}

async function untilTrue(what: string, look: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!look()) {
    assert.ok(Date.now() < deadline, what);
    await pause(2);
  }
}

const holds = (lease: Lease): boolean => lease.holds(lease.ownerId());
const renewed = () => Promise.resolve(true);
const lost = () => Promise.resolve(false);

test("expires if no renewal succeeds", async () => {
  const { lease, clock, failures } = await scripted([() => Promise.reject(new Error("down"))]);
  assert.equal(holds(lease), true);
  clock.nowMs = 999;
  await untilTrue("renewals fail", () => failures.count > 2);
  assert.equal(holds(lease), true);
  clock.nowMs = 1000;
  assert.equal(holds(lease), false);
  await lease.stop();
});

test("counts from before the renewal was sent", async () => {
  let answer = (_renewed: boolean): void => undefined;
  const slow = new Promise<boolean>((resolve) => (answer = resolve));
  const { lease, clock, asked } = await scripted([() => slow]);
  await untilTrue("a renewal is under way", () => asked.length === 2);
  clock.nowMs = 990;
  answer(true);
  await slow;
  clock.nowMs = 1000;
  assert.equal(holds(lease), false, "the answer took 990 of the lease's 1000 ms");
  await lease.stop();
});

test("takes a new owner id after a lost lease, and the old one never holds again", async () => {
  const { lease, asked } = await scripted([lost, renewed]);
  const old = lease.ownerId();
  await untilTrue("a new name", () => lease.ownerId() !== old);
  await untilTrue("the new lease", () => holds(lease));
  assert.equal(lease.holds(old), false);
  assert.deepEqual(asked.slice(0, 3), ["began owner_1", "owner_1", "began owner_2"]);
  await lease.stop();
  assert.equal(asked.at(-1), "ended owner_2");
  assert.equal(holds(lease), false);
});
