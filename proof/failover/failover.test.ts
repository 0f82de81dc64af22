/** Failovers in short form; `npm run proof -- failover` runs the long one. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { runFailovers } from "./scenario.ts";
import { olderCopy, olderCopyAndDeath } from "./troubles.ts";

const timeoutMs = 600_000;

// An external server can't be killed.
const isOwn = (process.env["SVC_TEST_DATABASE_URL"] ?? "") === "";

describe("PostgreSQL failover", { concurrency: false }, () => {
  if (!isOwn || !chosenEngines().includes("postgres")) return;
  const log = console.log;
  const promoteSynchronous = async (): Promise<void> => {
    const { twice, lost, untrue, faults, keys } = await runFailovers({ kind: "synchronous", times: 2, log });
    assert.deepEqual({ twice, lost, untrue, faults }, { twice: [], lost: [], untrue: [], faults: [] });
    assert.ok(keys >= 40, `${keys} keys`);
  };
  const promoteAsynchronous = async (): Promise<void> => {
    const result = await runFailovers({ kind: "asynchronous", times: 1, log });
    const { twice, unannounced, sentWhileClosed, faults } = result;
    const breaches = { twice, unannounced, sentWhileClosed, faults };
    assert.deepEqual(breaches, { twice: [], unannounced: [], sentWhileClosed: [], faults: [] });
  };
  const loseZone = async (): Promise<void> => {
    let seenAsAccepted = 0;
    // In some losses no write has been accepted and not yet sent at the moment of the kill.
    for (let losses = 1; seenAsAccepted === 0; losses += 1) {
      assert.ok(losses <= 4, "no dead server's write was seen as accepted");
      const result = await runFailovers({ kind: "asynchronous", times: 1, losesZone: true, writes: 40, log });
      const { twice, sentWhileClosed, faults, leftOpen } = result;
      const falselyFailed = result.untrue.filter((line) => line.includes(": done, recorded as failed"));
      const none = { twice: [], sentWhileClosed: [], faults: [], falselyFailed: [] };
      assert.deepEqual({ twice, sentWhileClosed, faults, falselyFailed }, none);
      seenAsAccepted += leftOpen;
    }
  };
  const restart = async (): Promise<void> => {
    const { twice, lost, untrue, faults } = await runFailovers({ kind: "restart", times: 1, log });
    assert.deepEqual({ twice, lost, untrue, faults }, { twice: [], lost: [], untrue: [], faults: [] });
  };
  const putOlderCopy = async (): Promise<void> => assert.deepEqual(await olderCopy(log), []);
  verifies("proof.failover", "survives an older copy of the database", putOlderCopy, { timeoutMs });
  const putOlderCopyAndKill = async (): Promise<void> => assert.deepEqual(await olderCopyAndDeath(log), []);
  verifies("proof.zone-loss", "survives the loss of a zone with the primary and a server", loseZone, { timeoutMs });
  verifies("proof.zone-loss", "survives an older copy while a server dies", putOlderCopyAndKill, { timeoutMs });
  verifies("proof.failover", "survives two promotions of a synchronous standby", promoteSynchronous, { timeoutMs });
  verifies("proof.failover", "survives the promotion of a standby that was cut off", promoteAsynchronous, {
    timeoutMs,
  });
  verifies("proof.failover", "survives a kill of PostgreSQL with synchronous_commit off", restart, { timeoutMs });
});
