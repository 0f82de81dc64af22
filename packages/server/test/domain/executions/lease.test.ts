/** The lease of a server process: when it holds, and what happens when it is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { takeLease, type Lease } from "../../../src/domain/executions/lease.ts";
import { systemPlatform } from "../../../src/platform.ts";

type Beat = () => Promise<boolean>;

/** A one-second lease on a stopped clock. @param beat answers each renewal. */
async function scripted(beat: Beat) {
  const clock = { nowMs: 0 };
  const calls: string[] = [];
  const called = (what: string): Promise<void> => Promise.resolve(void calls.push(what));
  let names = 0;
  const lease = await takeLease({
    store: {
      begin: (owner) => called(`began ${owner}`),
      beat: async (owner) => {
        await called(owner);
        return await beat();
      },
      end: (owner) => called(`ended ${owner}`),
    },
    platform: { ...systemPlatform, monotonicMs: () => clock.nowMs },
    newOwnerId: () => `owner_${(names += 1)}`,
    leaseMs: 1000,
  });
  return { lease, clock, calls };
}

const holds = (lease: Lease): boolean => lease.holds(lease.ownerId());

test("expires at its time if no renewal succeeds", async () => {
  const { lease, clock } = await scripted(() => Promise.reject(new Error("down")));
  clock.nowMs = 999;
  await assert.rejects(lease.renew());
  assert.equal(holds(lease), true);
  clock.nowMs = 1000;
  assert.equal(holds(lease), false);
});

test("counts from before the renewal was sent", async () => {
  const response = Promise.withResolvers<boolean>();
  const { lease, clock } = await scripted(() => response.promise);
  clock.nowMs = 500;
  const renewal = lease.renew();
  clock.nowMs = 990;
  response.resolve(true);
  await renewal;
  assert.equal(lease.ageMs(), 490);
  clock.nowMs = 1499;
  assert.equal(holds(lease), true);
  clock.nowMs = 1500;
  assert.equal(holds(lease), false, "the response took 490 of the lease's 1000 ms");
});

test("takes a new owner id after a lost lease, and the old one never holds again", async () => {
  const { lease, calls } = await scripted(() => Promise.resolve(false));
  const old = lease.ownerId();
  await lease.renew();
  assert.notEqual(lease.ownerId(), old);
  assert.equal(holds(lease), true);
  assert.equal(lease.holds(old), false);
  await lease.end();
  assert.equal(holds(lease), false);
  assert.deepEqual(calls, ["began owner_1", "owner_1", "began owner_2", "ended owner_2"]);
});
