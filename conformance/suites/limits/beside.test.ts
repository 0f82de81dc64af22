/** One service client's events and listings don't delay another's work. */
import assert from "node:assert/strict";
import type { CreatedWebhookEndpoint } from "@svc/contract";
import { devConfig, suite, verifies, type Caller, uniqueName } from "../../harness/index.ts";
import { receiver } from "../webhook-receiver.ts";

const noisyCallers = 64;

/** Runs requests of one client on many connections without a pause, while `work` runs. */
async function beside(request: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const callers = Array.from({ length: noisyCallers }, async () => {
    while (!over.signal.aborted) await request();
  });
  try {
    await work();
  } finally {
    over.abort();
    await Promise.all(callers);
  }
}

suite(
  "beside a client that never pauses",
  (fixture) => {
    const endpointOf = async (caller: Caller, url: string): Promise<string> => {
      const response = await caller.post(
        "/v1/webhook-endpoints",
        { url, eventTypes: ["*"] },
        { idempotencyKey: uniqueName("endpoint") },
      );
      assert.equal(response.status, 201, response.text);
      return `/v1/webhook-endpoints/${(response.json as CreatedWebhookEndpoint).id}`;
    };

    verifies(
      "webhooks.turns",
      "delivers another client's events while events are created without a pause",
      async () => {
        const [noisy, quiet] = await Promise.all([fixture().another(), fixture().another()]);
        const [noisyAt, quietAt] = await Promise.all([receiver(), receiver()]);
        try {
          const noisyPath = await endpointOf(noisy.caller, noisyAt.url);
          const quietPath = await endpointOf(quiet.caller, quietAt.url);
          let created = 0;
          await beside(
            async () => {
              if ((await noisy.caller.post(`${noisyPath}:test`)).status === 200) created += 1;
            },
            async () => {
              for (let n = 1; n <= 5; n += 1) {
                assert.equal((await quiet.caller.post(`${quietPath}:test`)).status, 200);
                await quietAt.count(n);
              }
            },
          );
          assert.ok(created > noisyCallers, "the other client created hardly any events");
        } finally {
          noisyAt.close();
          quietAt.close();
        }
      },
    );

    verifies("load.listings", "executes another client's actions while lists are read without a pause", async () => {
      const [noisy, quiet] = [await fixture().connected(), await fixture().connected(await fixture().another())];
      for (let n = 0; n < 5; n += 1) await noisy.run("secrets.names.list", devConfig);
      let listed = 0;
      const path = `/v1/tenants/${noisy.tenantId}/action-executions?action_id=secrets.delete&limit=100`;
      await beside(
        async () => {
          if ((await noisy.caller.get(path)).status === 200) listed += 1;
        },
        async () => {
          for (let n = 0; n < 5; n += 1) await quiet.run("secrets.names.list", devConfig);
        },
      );
      assert.ok(listed > 0, "the other client listed nothing");
    });
  },
  // The refusals that would end the pressure are off.
  { env: { SVC_WEBHOOK_RATE_LIMIT_RPS: "0", SVC_RATE_LIMIT_RPS: "0", SVC_EVENT_LOOP_DELAY_MAX_MS: "0" } },
);
