/** `svc-server webhooks` in this process, on a real database of each engine. */
import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import type { WebhookDeliveryList, WebhookEndpoint } from "@svc/contract";
import { createOperatorActions } from "../../../src/entry/cli/actions.ts";
import type { OperatorDeployment, OperatorEnvironment } from "../../../src/entry/cli/environment.ts";
import { createOperatorProgram } from "../../../src/entry/cli/program.ts";
import type { ListedEndpoint } from "../../../src/domain/webhooks/operating.ts";
import { createNewId } from "../../../src/app/resources.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { engines, type Database } from "../../domain/journal/fixture.ts";
import { forAnyone, makeTenant, sampleCreation } from "../../adapters/store/samples.ts";

const newId = createNewId(systemPlatform);
const salt = "salt-of-a-secret";

/** Creates a database with one endpoint for each of two clients. Returns a function that runs commands on it. */
async function createFixture(context: TestContext, make: () => Promise<Database>) {
  const database = await make();
  const store = await database.open();
  context.after(async () => {
    await store.close();
    await database.drop();
  });
  const endpoints: { id: string; clientId: string }[] = [];
  for (const path of ["path-one", "path-two"]) {
    const { clientId } = await makeTenant(store);
    const id = newId("whe");
    const at = systemPlatform.nowMs();
    const about = { id, clientId, url: `https://hooks.acme.io/${path}?key=k`, description: "path", eventTypes: ["*"] };
    const secret = { salt, keyVersion: 1 };
    const fresh = { disabledReason: "", oldSecrets: [], failingSince: null, createdAt: at, updatedAt: at } as const;
    await store.webhooks.create({ ...about, ...fresh, secret }, sampleCreation(clientId));
    endpoints.push({ id, clientId });
  }
  const deployment = { ...store, platform: systemPlatform, newId, close: () => Promise.resolve() };
  const environment = {
    open: () => Promise.resolve(deployment as unknown as OperatorDeployment),
    remote: null,
    providers: [],
    setting: () => ({ eventRetentionDays: 30 }),
  } as unknown as OperatorEnvironment;
  const run = async (...args: string[]): Promise<{ out: string; err: string }> => {
    const printed = { out: "", err: "" };
    const io = { out: (text: string) => void (printed.out += text), err: (text: string) => void (printed.err += text) };
    const actions = createOperatorActions(io, environment, () => Promise.resolve());
    await createOperatorProgram(io, actions).parseAsync(["webhooks", ...args], { from: "user" });
    assert.ok(!printed.out.includes(salt) && !printed.out.includes("whsec_"), "a secret is never shown to operators");
    assert.doesNotMatch(printed.out, /path|key=/, "operators see only an address's host, and none of a client's texts");
    return printed;
  };
  const output = async <Output>(...args: string[]): Promise<Output> =>
    JSON.parse((await run(...args, "--format", "json")).out) as Output;
  const [one, two] = endpoints;
  assert.ok(one !== undefined && two !== undefined);
  return { store, run, output, one, two };
}

for (const [name, make] of Object.entries(engines)) {
  describe(name, () => {
    test("lists the endpoints of all clients, or of one, with waiting deliveries", async (context) => {
      const { store, run, output, one, two } = await createFixture(context, make);
      await store.webhooks.appendTest(one.clientId, one.id, "operator");
      while ((await store.webhooks.fanOut({ limit: 10, afterClient: "" })).more);
      const { webhookEndpoints } = await output<{ webhookEndpoints: ListedEndpoint[] }>("list");
      const rows = new Map(webhookEndpoints.map((row) => [row.id, [row.service_client_id, row.status, row.waiting]]));
      assert.deepEqual(rows.get(one.id), [one.clientId, "enabled", 1]);
      assert.deepEqual(rows.get(two.id), [two.clientId, "enabled", 0]);
      const table = await run("list", "--service-client", two.clientId);
      assert.match(table.out, /^ENDPOINT +SERVICE CLIENT +STATUS/);
      assert.ok(table.out.includes(two.id) && !table.out.includes(one.id));
      assert.match(table.out, / hooks\.acme\.io$/m);
      await assert.rejects(run("list", "--service-client", "nobody"), /No service client has this id/);
    });

    test("shows and redelivers a delivery, and records the operator", async (context) => {
      const { store, run, output, one, two } = await createFixture(context, make);
      const event = await store.webhooks.appendTest(one.clientId, one.id, "operator");
      while ((await store.webhooks.fanOut({ limit: 10, afterClient: "" })).more);
      const [taken] = await store.webhooks.take({ limit: 10, leaseMs: 60_000, ...forAnyone });
      assert.ok(taken !== undefined);
      const failed = {
        httpStatus: null,
        fault: "timeout",
        durationMs: 5,
        next: { kind: "failed" },
        gone: false,
      } as const;
      await store.webhooks.settle(taken, failed, 9e12);
      const { deliveries } = await output<WebhookDeliveryList>("deliveries", one.id, "--status", "failed");
      assert.deepEqual(
        deliveries.map((row) => [row.event_id, row.lastAttempt?.fault]),
        [[event.id, "timeout"]],
      );
      assert.match(
        (await run("deliveries", one.id)).out,
        /^EVENT +TYPE[^]+webhook_endpoint.test +failed +1 +timeout +-$/m,
      );
      assert.match((await run("redeliver", one.id, event.id)).out, /^status +pending$/m);
      assert.equal((await run("deliveries", one.id, "--status", "failed")).err, "(none)\n");
      await assert.rejects(run("redeliver", two.id, event.id), { code: "EVENT_NOT_FOUND" });
      const query = {
        type: "webhook_endpoint.redelivered",
        tenantId: null,
        subject: one.id,
        beforeSeq: null,
        limit: 5,
      };
      const { rows } = await store.audit.list(one.clientId, query);
      assert.deepEqual(
        rows.map(({ actor, data }) => [actor, data["event"]]),
        [["operator", event.id]],
      );
    });

    test("sends nothing while disabled, notifies the client, and resumes when enabled", async (context) => {
      const { store, run, output, one } = await createFixture(context, make);
      const event = await store.webhooks.appendTest(one.clientId, one.id, "operator");
      while ((await store.webhooks.fanOut({ limit: 10, afterClient: "" })).more);
      const disabled = await output<WebhookEndpoint>("disable", one.id);
      assert.deepEqual([disabled.status, disabled.disabledReason], ["disabled", "operator"]);
      await run("disable", one.id);
      const log = { type: "webhook_endpoint.disabled", tenantId: null, afterSeq: 0, limit: 10 };
      const reasons = (await store.events.list(one.clientId, log)).rows.map(({ data }) => data["reason"]);
      assert.deepEqual(reasons, ["operator"], "one event");
      assert.deepEqual(await store.webhooks.take({ limit: 10, leaseMs: 1, ...forAnyone }), []);
      await assert.rejects(run("redeliver", one.id, event.id), { code: "WEBHOOK_ENDPOINT_DISABLED" });
      assert.equal((await output<WebhookEndpoint>("enable", one.id)).status, "enabled");
      const [taken] = await store.webhooks.take({ limit: 10, leaseMs: 60_000, ...forAnyone });
      assert.equal(taken?.event.seq, event.seq);
      for (const id of ["whe_none", newId("whe")]) {
        await assert.rejects(run("disable", id), { code: "WEBHOOK_ENDPOINT_NOT_FOUND" });
      }
    });

    test("shows how much of a log is kept, before and after pruning", async (context) => {
      const { store, run, output, one } = await createFixture(context, make);
      for (let n = 0; n < 3; n += 1) await store.webhooks.appendTest(one.clientId, one.id, "operator");
      type Status = { eventRetentionDays: number; logs: { service_client_id: string; oldestEventAt: string | null }[] };
      const ofOne = async () => {
        const { eventRetentionDays, logs } = await output<Status>("status");
        assert.equal(eventRetentionDays, 30);
        return logs.find((row) => row.service_client_id === one.clientId);
      };
      const before = await ofOne();
      assert.deepEqual(
        { ...before, oldestEventAt: null },
        { service_client_id: one.clientId, events: 3, oldestEventAt: null, pruned: 0 },
      );
      assert.ok(Math.abs(Date.parse(before?.oldestEventAt ?? "") - Date.now()) < 600_000);
      await store.events.prune(one.clientId, Date.now() + 3_600_000, 2);
      assert.match((await run("status")).out, new RegExp(`^${one.clientId} +1 +\\S+Z +2$`, "m"));
      await store.events.prune(one.clientId, Date.now() + 3_600_000, 2);
      assert.deepEqual(await ofOne(), { service_client_id: one.clientId, events: 0, oldestEventAt: null, pruned: 3 });
      await assert.rejects(run("deliveries", one.id, "--limit", "0"), /--limit/);
    });
  });
}
