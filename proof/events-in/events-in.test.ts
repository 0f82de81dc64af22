/** Events from providers in short form: a few kills, a small burst, and the judge. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, oneEngine, verifies } from "../../conformance/harness/index.ts";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { runBurst } from "./burst.ts";
import { faultsOf, type Judged, type SentEvent } from "./judge.ts";
import { runTrial } from "./trial.ts";

const timeoutMs = 300_000;

describe("events from providers", { concurrency: true }, () => {
  for (const engine of chosenEngines()) {
    verifies(
      "proof.events-in",
      `loses and mixes up nothing in a few kills, on ${engine}`,
      async () => {
        const seed = seedOfRun();
        const result = await runTrial({ engine, kills: 3, random: seededRandom(seed), log: console.log });
        const { faults, points, ...counts } = result;
        console.log(`seed ${String(seed)}, ${engine}: ${JSON.stringify(counts)}, ${[...points].join("; ")}`);
        assert.deepEqual(faults, [], `SVC_TEST_SEED=${String(seed)}`);
        assert.ok(counts.logged > 0);
      },
      { timeoutMs },
    );
  }
  for (const engine of oneEngine()) {
    verifies(
      "proof.events-in",
      `answers a burst 200 or 503, on ${engine}`,
      async () => {
        const { others, faults, logged } = await runBurst({ engine, deliveries: 600, seconds: 0.1 });
        assert.deepEqual({ others, faults, logged }, { others: [], faults: [], logged: 1200 });
      },
      { timeoutMs },
    );
  }

  verifies("proof.events-in", "finds each fault that is made on purpose", async () => {
    const subscriber = { slug: "github", account: "1", types: ["push"], connectionId: "con_1" };
    const event: SentEvent = {
      slug: "github",
      account: "1",
      type: "push",
      id: "1",
      isSigned: true,
      sentAt: 1,
      answeredAt: 2,
    };
    const entry = { id: "1", type: "provider.github.push", connectionId: "con_1" };
    const judge = (sent: Partial<SentEvent>, { log = [entry], leaving = null }: Partial<Judged> = {}): number =>
      faultsOf([{ subscriber, log, leaving }], [{ ...event, ...sent }]).length;
    assert.equal(judge({}), 0);
    assert.equal(judge({ answeredAt: null }, { log: [] }), 0);
    assert.equal(judge({}, { log: [] }), 1, "lost");
    assert.equal(judge({}, { log: [entry, entry] }), 1, "twice");
    assert.equal(judge({ account: "2" }), 1, "another account's");
    assert.equal(judge({ slug: "slack" }), 1, "another provider's");
    assert.equal(judge({ type: "issues" }), 1, "another type");
    assert.equal(judge({ isSigned: false }), 1, "forged");
    assert.equal(judge({}, { log: [{ ...entry, connectionId: "con_2" }] }), 1, "another connection");
    const leaving = { fromMs: 3, toMs: 4 };
    assert.equal(judge({}, { log: [], leaving }), 1, "answered before the connection ended");
    assert.equal(judge({ sentAt: 5, answeredAt: 6 }, { leaving }), 1, "sent after the connection ended");
    assert.equal(judge({ sentAt: 5, answeredAt: 6 }, { log: [], leaving }), 0);
  });
});
