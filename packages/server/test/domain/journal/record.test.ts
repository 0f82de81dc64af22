/** The contents of recorded events, and the texts that are withheld. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { auditEvent, credentialUse } from "../../../src/domain/journal/entry.ts";
import { createExecutionRecords } from "../../../src/domain/executions/records.ts";
import type { ExecutionStore } from "../../../src/domain/executions/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { newId, sampleClient, sampleExecution } from "../../adapters/store/samples.ts";

const deps = { platform: { nowMs: () => 5 }, newId };
const about = { clientId: "scl_1", tenantId: "ten_1", subject: "con_1", actor: "key:a" };

test("withholds a text that contains one of our keys or tokens", () => {
  const tokens = [
    "svc_live_abcdefghij0123456789ABCDEFGHIJ0123456789ABcdef",
    `see cst_${"a".repeat(43)}`,
    `css_${"-".repeat(43)}`,
    `cc_${"_".repeat(43)}`,
  ];
  for (const token of tokens) {
    assert.deepEqual(auditEvent(deps, "tenant.created", { ...about, data: { token, n: 1 } }).data, {
      token: "[withheld]",
      n: 1,
    });
  }
  const plain = { keyId: "abcdefghij", session: "cs_01k0000000e8r9m2p4s6t8w0y2", masked: "svc_live_abcdefghij…" };
  assert.deepEqual(auditEvent(deps, "tenant.created", { ...about, data: plain }).data, plain);
});

test("records a credential's use with connection, execution, action and key, and nothing from the input", () => {
  const { id, ...event } = credentialUse(deps, {
    clientId: "scl_1",
    tenantId: "ten_1",
    connectionId: "con_1",
    credentialVersion: 3,
    executionId: "act_1",
    provider: "doppler",
    actionId: "secrets.set",
    effect: "write",
    actor: "key:a",
  });
  assert.match(id, /^evt_/);
  const data = {
    execution: "act_1",
    provider: "doppler",
    action: "secrets.set",
    effect: "write",
    credentialVersion: 3,
  };
  assert.deepEqual(event, { ...about, type: "credential.used", data, at: 5 });
});

test("records an outcome as resolved once, with its key and without the note", async () => {
  const actors: string[] = [];
  let row: ExecutionRow = sampleExecution({ clientId: "scl_1", tenantId: "ten_1" }, { status: "outcome_unknown" });
  const store = {
    find: () => Promise.resolve(row),
    resolve: (_client: string, _tenant: string, _id: string, resolution: ExecutionRow["resolution"], by: string) => {
      const changed = row.status === "outcome_unknown";
      if (changed) actors.push(by);
      if (changed && resolution !== null) row = { ...row, status: resolution.outcome, resolution };
      return Promise.resolve({ row, changed });
    },
  } as unknown as ExecutionStore;
  const records = createExecutionRecords({
    store,
    platform: systemPlatform,
    actions: { find: () => null },
    settle: () => assert.fail(),
  });
  const request = { outcome: "succeeded", note: "checked by hand", resolvedBy: "backend" } as const;
  const caller = { client: sampleClient({ id: "scl_1" }), keyId: "a", tenants: null };
  for (let times = 0; times < 2; times += 1) await records.resolve(caller, "ten_1", row.id, request);
  await assert.rejects(records.resolve(caller, "ten_1", row.id, { ...request, outcome: "failed" }));
  assert.deepEqual(actors, ["key:a"]);
});
