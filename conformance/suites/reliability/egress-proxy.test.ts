/** A live server behind an egress proxy that refuses, or cuts at any byte: the provider's ledger is the judge. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { assertProblem, verifies } from "../../harness/index.ts";
import { cutEverywhere, password, startBehindProxy } from "./egress-proxy-scenario.ts";

describe("a live server behind an egress proxy", () => {
  verifies(
    "reliability.egress-proxy",
    "sends through it, and blames no one if it opens no tunnel",
    async () => {
      const { simulator, proxy, server, caller, path, set, close } = await startBehindProxy({
        SVC_CIRCUIT_BREAKER_FAULTS: "3",
      });
      try {
        assert.equal((await set("FIRST")).status, 200);
        assert.ok(proxy.tunnels > 0);
        assert.match(proxy.heads[0] ?? "", /^CONNECT vault\.internal:8200 HTTP\/1\.1\r\n/);
        const before = simulator.ledger.requests.length;
        const answers = ["HTTP/1.1 407 Who?\r\n\r\n", "HTTP/1.1 502 Bad Gateway\r\n\r\n", "SSH-2.0-x\r\n"];
        for (const [index, answer] of [...answers, ...answers].entries()) {
          proxy.mood = { answer };
          // No call finds a connection of an earlier one.
          proxy.hangUp();
          const problem = assertProblem(await set(`REFUSED_${index}`), "ACTION_NOT_DISPATCHED");
          assert.match(problem.detail, /itself or through its proxy/);
        }
        const tested = await caller.post(`${path}:test`, undefined, { idempotencyKey: "tested" });
        assertProblem(tested, "OVERLOADED");
        assert.equal(simulator.ledger.requests.length, before);
        await server.untilLogged("the egress proxy refuses the credentials that it was given (407)");
        // No breaker has opened, the connection is as it was, and the keys are free.
        proxy.mood = {};
        for (const index of [0, 1, 2, 3, 4, 5]) assert.equal((await set(`REFUSED_${index}`)).status, 200);
        assert.equal(server.log().split("(407)").length - 1, 1, "it is logged once");
        for (const text of [server.log(), JSON.stringify((await caller.get(path)).json)]) {
          assert.ok(!text.includes(password), "the proxy's password is in a log or a response");
        }
      } finally {
        await close();
      }
    },
    { timeoutMs: 120_000 },
  );

  verifies(
    "reliability.egress-proxy",
    "a change has at most one effect, whatever byte the proxy cuts at",
    async () => {
      const { ends, faults } = await cutEverywhere(130);
      assert.deepEqual(faults, []);
      assert.ok((ends["ACTION_NOT_DISPATCHED"] ?? 0) > 10, JSON.stringify(ends));
      assert.ok((ends["ACTION_OUTCOME_UNKNOWN"] ?? 0) > 0, JSON.stringify(ends));
    },
    { timeoutMs: 180_000 },
  );
});
