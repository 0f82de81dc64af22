/** A provider that keeps failing. */
import assert from "node:assert/strict";
import { assertProblem, suite, verifies, type Connected } from "../../harness/index.ts";
import { assertKeyIsFree, changesAt } from "./flood.ts";

const faultsMin = 6;

suite(
  "circuit breakers",
  (fixture) => {
    const testOf = (connected: Connected, key: string) =>
      connected.caller.post(`${connected.path}:test`, undefined, { idempotencyKey: key });

    /** Makes writes whose answers are lost after their effect. */
    const lose = async (connected: Connected, prefix: string, count: number): Promise<void> => {
      const { provider } = fixture();
      provider.faults.add({ match: { method: "POST" }, times: count, fault: { kind: "reset_after_effect" } });
      for (let nth = 0; nth < count; nth += 1) {
        assertProblem(await connected.set(`${prefix}_${nth}`, `${prefix}_${nth}`), "ACTION_OUTCOME_UNKNOWN");
      }
    };

    verifies(
      "load.circuit",
      "opens a connection's circuit after consecutive unknown outcomes, until the provider responses",
      async () => {
        const { provider } = fixture();
        const broken = await fixture().connected();
        const sibling = await fixture().connected({ tenantId: broken.tenantId });
        await lose(broken, "LOST", faultsMin);
        const sent = provider.ledger.requests.length;
        const name = "AFTER_LOST";
        const response = await broken.set(name, name);
        assertProblem(response, "PROVIDER_UNREACHABLE");
        assert.equal(provider.ledger.requests.length, sent, "something was sent");
        const beside = await sibling.set("BESIDE_LOST", "BESIDE_LOST");
        assert.equal(beside.status, 200, "another connection is affected");
        const replay = await broken.set("LOST_0", "LOST_0");
        assertProblem(replay, "ACTION_OUTCOME_UNKNOWN");
        assert.equal(replay.headers["idempotent-replayed"], "true", "a replay needs no call");
        const tested = await testOf(broken, "test-broken");
        assert.equal(tested.status, 200, tested.text);
        await assertKeyIsFree(provider, { name, connected: broken, response }, "PROVIDER_UNREACHABLE");
      },
    );

    verifies("load.circuit", "opens the provider's circuit after faults of several connections", async () => {
      const { provider } = fixture();
      const some = [await fixture().connected(), await fixture().connected(), await fixture().connected()] as const;
      const untouched = await fixture().connected();
      for (const [index, connected] of some.entries()) await lose(connected, `SEVERAL_${index}`, faultsMin / 3);
      const before = changesAt(provider);
      const name = "AFTER_SEVERAL";
      const response = await untouched.set(name, name);
      assertProblem(response, "PROVIDER_UNREACHABLE");
      assertProblem(
        await untouched.execute("secrets.names.list", { project: "harbor-api", config: "dev" }),
        "PROVIDER_UNREACHABLE",
      );
      assert.equal(changesAt(provider), before);
      assert.equal((await testOf(untouched, "test-untouched")).status, 200);
      await assertKeyIsFree(provider, { name, connected: untouched, response }, "PROVIDER_UNREACHABLE");
    });
  },
  { env: { SVC_CIRCUIT_BREAKER_FAULTS: String(faultsMin) } },
);
