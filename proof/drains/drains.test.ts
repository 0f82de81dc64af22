/** Drains in short form, and a stop that a second signal shortens. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { assertProblem, chosenEngines, until, verifies, type Engine } from "../../conformance/harness/index.ts";
import { ProviderLedger, recordOfKey } from "../../conformance/harness/ledger.ts";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { MultiServerFixture } from "../../conformance/harness/multi-server-fixture.ts";
import { runDrains } from "./scenario.ts";

const withinMs = 60_000;

describe("stopping servers", { concurrency: true }, () => {
  for (const engine of chosenEngines()) {
    verifies("proof.drains", `loses nothing in a few stops under load, on ${engine}`, async () => {
      const seed = seedOfRun();
      console.log(`seed ${seed}`);
      const plan = { engine, drains: 2, streams: 6, random: seededRandom(seed), log: console.log };
      const { lost, turnedAway, faults, servedAfterEnd, written } = await runDrains(plan);
      assert.deepEqual({ lost, turnedAway, faults }, { lost: [], turnedAway: [], faults: [] });
      assert.ok(servedAfterEnd > 0, "nothing was under way when a stop began");
      assert.ok(written > 0);
    });
    verifies("proof.second-signal", `keeps a true record after a second SIGTERM, on ${engine}`, () =>
      shortened(engine),
    );
  }
});

/** The provider has acted and doesn't answer: the stop would wait for the call's deadline. */
async function shortened(engine: Engine): Promise<void> {
  const fixture = await MultiServerFixture.make(engine, { SVC_CALL_TIMEOUT_MS: "300000" });
  try {
    const server = await fixture.start();
    const connected = await fixture.connectedAt(server);
    const ledger = new ProviderLedger(fixture.provider);
    fixture.provider.faults.add({ match: { method: "POST" }, fault: { kind: "hang_after_effect" } });
    const call = connected.set("CUT_SHORT", "cut-short");
    await until(withinMs, "the change took effect", () => (ledger.effects.length === 1 ? true : null));
    process.kill(server.pid, "SIGTERM");
    await server.untilLogged("stopping:", { withinMs });
    process.kill(server.pid, "SIGTERM");
    assertProblem(await call, "ACTION_OUTCOME_UNKNOWN");
    await until(withinMs, "the server has ended", () => (isAlive(server.pid) ? null : true));
    assert.equal(await fixture.stop(server), 0, server.log());

    const again = await fixture.connectedAt(await fixture.start());
    assert.equal((await recordOfKey(again, "cut-short")).status, "outcome_unknown");
    assertProblem(await again.set("CUT_SHORT", "cut-short"), "ACTION_OUTCOME_UNKNOWN");
    assert.equal(ledger.effects.length, 1);
  } finally {
    await fixture.dispose();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
