/** The store works for a client in that client's scope, so that on PostgreSQL a missing condition shows nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createAuditStore } from "../../../src/adapters/store/journal/trail.ts";
import { createConnectSessionStore } from "../../../src/adapters/store/connect/sessions.ts";
import { createConnectionStore } from "../../../src/adapters/store/connections/connections.ts";
import type { StoreContext } from "../../../src/adapters/store/context.ts";
import { createLookStore } from "../../../src/adapters/store/executions/looks.ts";
import { createExecutionStore } from "../../../src/adapters/store/executions/executions.ts";
import { createIdempotencyStore } from "../../../src/adapters/store/keys.ts";
import type { Scope } from "../../../src/adapters/store/work.ts";
import { createTenantStore } from "../../../src/adapters/store/tenants.ts";
import { keyedExecution } from "./samples.ts";
import { testSeals } from "../../test-seals.ts";
import { succeeded } from "./settlement-samples.ts";

const asked: Scope[] = [];
const note = (scope: Scope): Promise<never> => {
  asked.push(scope);
  return Promise.reject(new Error("Nothing is run here."));
};
const context: StoreContext = {
  engine: "postgres",
  locksRows: true,
  read: note,
  list: note,
  write: note,
  leaseClock: () => sql<number>`0`,
  nowMs: () => 0,
  cellMark: () => "",
  newId: () => "evt_00000000000000000000000000",
  seals: testSeals,
};

const [client, tenant, id] = ["scl_1", "ten_1", "id_1"];
const key = { clientId: client, tenantId: tenant, key: "k" };
const keyed = keyedExecution({ clientId: client, tenantId: tenant });
const page = { after: null, limit: 1 };
const noFilter = { connectionId: null, status: null, actionId: null, idempotencyKey: null };
const executions = createExecutionStore(context, null);
const looks = createLookStore(context);
const leased = {
  executionId: id,
  clientId: client,
  connectionId: "con_1",
  sinceMs: 1,
  made: 0,
  nextAtMs: null,
  isPaused: false,
  fence: 1,
};
const connections = createConnectionStore(context);
const sessions = createConnectSessionStore(context);
const tenants = createTenantStore(context);
const idempotency = createIdempotencyStore(context);
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  "executions.lookUp": () => executions.lookUp({ clientId: client, tenantId: tenant, connectionId: id }),
  "executions.claim": () => executions.claim(keyed.row, keyed.claim),
  "executions.dispatch": () =>
    executions.dispatch({ id, clientId: client }, { ownerId: "own_1", fence: 0 }, { at: 1, settleAfter: 2 }),
  "executions.settle": () =>
    executions.settle(
      { id, clientId: client, tenantId: tenant, idempotencyKey: "" },
      { from: "accepted", ownerId: "own_1", fence: 0 },
      succeeded,
    ),
  "executions.findKey": () => executions.findKey(key),
  "executions.find": () => executions.find(client, tenant, id),
  "executions.list": () => executions.list(client, tenant, { ...page, ...noFilter }),
  "executions.recordLateResponse": () =>
    executions.recordLateResponse({ id, clientId: client }, { verdict: "failed", providerStatus: 1, receivedAt: 1 }),
  "looks.find": () => looks.find(client, id),
  "looks.takeOne": () => looks.takeOne(client, id, 1),
  "looks.standing": () => looks.standing(client, id),
  "looks.keep": () => looks.keep(leased, null, "ended"),
  "connections.find": () => connections.find(client, tenant, id),
  "connections.findWithCredential": () => connections.findWithCredential(client, tenant, id),
  "connections.list": () => connections.list(client, tenant, { ...page, provider: null, status: null }),
  "connectSessions.find": () => sessions.find(client, tenant, id),
  "connectSessions.list": () => sessions.list(client, tenant, { ...page, status: null, nowMs: 0 }),
  "tenants.find": () => tenants.find(client, tenant),
  "tenants.list": () => tenants.list(client, { ...page, externalId: null, label: null, reach: null }),
  "tenants.update": () => tenants.update(client, tenant, { displayName: "Acme" }, "operator"),
  "idempotency.find": () => idempotency.find(key),
  "idempotency.keep": () => idempotency.keep(key, "own_1", { status: 200, body: {} }),
  "idempotency.release": () => idempotency.release(key, "own_1"),
  "audit.list": () =>
    createAuditStore(context).list(client, { type: null, tenantId: null, subject: null, beforeSeq: null, limit: 1 }),
};

for (const [name, call] of Object.entries(calls)) {
  test(`${name} sees only its client's rows`, async () => {
    asked.length = 0;
    await assert.rejects(call(), /Nothing is run here/);
    assert.deepEqual(asked, [{ client }]);
  });
}
