/**
 * SIGKILL after every commit of the requests that change something, on both engines; afterwards each change has its
 * entry in the audit trail, and each entry its change.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { differences, judgedTypes, type State } from "./journal.ts";
import { runJournalKills } from "./journal-scenario.ts";

// Each kill restarts a server, and a start takes many times longer on a busy machine.
const timeoutMs = 900_000;

test("finds a change without its entry, and an entry without its change", () => {
  const nothing: State = { tenants: [], connections: [], sessions: [], executions: [], endpoints: [], tokens: [] };
  const tenant = { id: "ten_1", display_name: "Acme", label: null, deleted_at: null };
  const created = { type: "tenant.created", subject: "ten_1", isEvent: false };
  const state = { ...nothing, tenants: [tenant] };
  assert.deepEqual(differences(state, [created]), []);
  assert.deepEqual(differences(state, []), ["tenant.created ten_1: 1 in the tables, 0 in the trail"]);
  assert.deepEqual(differences(state, [created, created]), ["tenant.created ten_1: 1 in the tables, 2 in the trail"]);
  assert.deepEqual(differences(nothing, [created]), ["tenant.created ten_1: 0 in the tables, 1 in the trail"]);
  const used = { type: "credential.used", subject: "con_1", isEvent: false };
  assert.deepEqual(differences(nothing, [used]), []);
  assert.deepEqual(differences(nothing, [{ ...used, isEvent: true }]), ["credential.used con_1: not as the event log"]);
  const unknown = { type: "action_execution.outcome_unknown", subject: "act_1" };
  assert.deepEqual(differences(nothing, [{ ...unknown, isEvent: true }]), []);
  assert.equal(differences(nothing, [{ ...unknown, isEvent: false }]).length, 1);
});

// A start uses one core and waiting for a lease uses none, so the engines run concurrently.
describe("SIGKILL after the commits of changes", { concurrency: 2 }, () => {
  for (const engine of chosenEngines()) {
    const prove = async (): Promise<void> => {
      const { kills, points, recorded, faults } = await runJournalKills(engine, console.log);
      console.log(`${engine}: ${kills} kills after ${points.size} commits`);
      assert.deepEqual(faults, []);
      assert.ok(points.size >= 17, `${points.size} commits`);
      assert.deepEqual(
        [...judgedTypes].filter((type) => !recorded.has(type)),
        [],
        "each kind of change was made",
      );
    };
    verifies("proof.journal", `every commit on ${engine}`, prove, { timeoutMs });
  }
});
