/** An unreachable provider: nothing is sent, and the same key may be tried again. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  assertProblem,
  oneEngine,
  makeClient,
  devConfig,
  Fixture,
  startServer,
  verifies,
} from "../../harness/index.ts";
import { ProviderLedger, recordsOfKey } from "../../harness/ledger.ts";

for (const engine of oneEngine()) {
  describe(`an unreachable provider, on ${engine}`, () => {
    verifies("reliability.not-sent", "frees the key of a write that wasn't sent", async () => {
      const first = await startDopplerSimulator();
      const { port } = new URL(first.url);
      const server = await startServer({ engine, sandboxProvider: first.url });
      try {
        const fixture = new Fixture({ engine, provider: first, server, client: await makeClient(server) }, {});
        const connected = await fixture.connected();
        await first.close();
        const address = { ...devConfig, name: "DB_PASSWORD" };
        const set = { action: "secrets.set", input: { ...address, value: "canary-not-sent" }, key: "not-sent-set" };
        const writes = [set, { action: "secrets.delete", input: address, key: "not-sent-delete" }];
        for (const { action, input, key } of writes) {
          const response = await connected.execute(action, input, { idempotencyKey: key });
          assert.equal(assertProblem(response, "PROVIDER_UNREACHABLE").retryable, true);
          assert.ok(response.headers["retry-after"] !== undefined);
        }
        const read = await connected.execute("secrets.names.list", { ...devConfig });
        assertProblem(read, "PROVIDER_UNREACHABLE");

        const second = await startDopplerSimulator({ port: Number(port) });
        try {
          const ledger = new ProviderLedger(second);
          for (const { action, input, key } of writes) {
            const { execution } = await connected.run(action, input, { idempotencyKey: key });
            assert.equal(execution.attempt, 2);
            const ends = (await recordsOfKey(connected, key)).map(({ status, error }) => error?.code ?? status);
            assert.deepEqual(ends, ["succeeded", "PROVIDER_UNREACHABLE"]);
          }
          assert.equal(ledger.effects.length, 2);
        } finally {
          await second.close();
        }
      } finally {
        await server.dispose();
        await first.close();
      }
    });
  });
}
