/** Failovers in their short form; `npm run proof -- failover` has the long one. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { runFailovers } from "./scenario.ts";
import { olderCopy } from "./troubles.ts";

const timeoutMs = 600_000;

// A server of the operator's is not ours to kill.
const isOwn = (process.env["SVC_TEST_DATABASE_URL"] ?? "") === "";

describe("a PostgreSQL that fails over", { concurrency: false }, () => {
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
  const restart = async (): Promise<void> => {
    const { twice, lost, untrue, faults } = await runFailovers({ kind: "restart", times: 1, log });
    assert.deepEqual({ twice, lost, untrue, faults }, { twice: [], lost: [], untrue: [], faults: [] });
  };
  const putOlderCopy = async (): Promise<void> => assert.deepEqual(await olderCopy(log), []);
  verifies("proof.failover", "an older copy is put in place of the database", putOlderCopy, { timeoutMs });
  verifies("proof.failover", "a synchronous standby is promoted, twice", promoteSynchronous, { timeoutMs });
  verifies("proof.failover", "a standby that was cut off is promoted", promoteAsynchronous, { timeoutMs });
  verifies("proof.failover", "PostgreSQL is killed, with careless commits", restart, { timeoutMs });
});
