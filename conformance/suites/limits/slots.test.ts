/** More concurrent executions than a tenant, a client or the process may have. */
import assert from "node:assert/strict";
import { suite, verifies } from "../../harness/index.ts";
import { assertKeyIsFree, changesAt, flood, slowDown, untilChanges, writesOf } from "./flood.ts";

const perTenant = 3;
const perClient = 5;
const inProcess = 10;

suite(
  "concurrent executions",
  (fixture) => {
    verifies("load.slots", "limits the slots of a tenant and of a client", async () => {
      const { provider } = fixture();
      const one = await fixture().connected();
      const besideOne = await fixture().connected({ tenantId: one.tenantId });
      const other = await fixture().connected();
      slowDown(provider, 3000);
      const before = changesAt(provider);
      const running = flood([...writesOf("TENANT", 2, one), ...writesOf("TENANT_BESIDE", 1, besideOne)]);
      await untilChanges(provider, before + perTenant);
      const overTenant = await flood(writesOf("TENANT_OVER", 4, besideOne));
      const ofOther = flood(writesOf("CLIENT", perClient - perTenant, other));
      await untilChanges(provider, before + perClient);
      const overClient = await flood(writesOf("CLIENT_OVER", 1, other));
      for (const { response } of [...(await running), ...(await ofOther)])
        assert.equal(response.status, 200, response.text);
      provider.faults.clear();
      for (const write of overTenant) {
        assert.equal(write.response.problem().tenant_id, one.tenantId);
        await assertKeyIsFree(provider, write, "RATE_LIMITED");
      }
      for (const write of overClient) await assertKeyIsFree(provider, write, "RATE_LIMITED");
    });
  },
  {
    env: { SVC_CONCURRENCY_PER_TENANT: String(perTenant), SVC_CONCURRENCY_PER_CLIENT: String(perClient) },
  },
);

suite(
  "concurrent executions in the process",
  (fixture) => {
    verifies("load.slots", "refuses a tenant over its share, and no others", async () => {
      const { provider } = fixture();
      const noisy = await fixture().connected();
      const quiet = await fixture().connected();
      slowDown(provider, 3000);
      const before = changesAt(provider);
      const noise = flood(writesOf("NOISY", inProcess * 10, noisy));
      await untilChanges(provider, before + inProcess * 0.8);
      const beside = await flood(writesOf("QUIET", inProcess * 0.2, quiet));
      provider.faults.clear();
      for (const { response } of beside) assert.equal(response.status, 200, response.text);
      const refused = (await noise).filter(({ response }) => response.status !== 200);
      assert.ok(refused.length > 0, "a hundred ran in ten slots");
      for (const write of refused.slice(0, 10)) await assertKeyIsFree(provider, write, "OVERLOADED");
    });
  },
  {
    env: { SVC_CONCURRENCY_MAX: String(inProcess), SVC_CONCURRENCY_PER_CONNECTION: "0", SVC_RATE_LIMIT_RPS: "0" },
  },
);
