/** The operator's search on any engine: by the beginning of an id, and by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import * as samples from "./samples.ts";

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort();

/** Registers the cases. */
export function searchCases(store: () => Store): void {
  test("finds rows of each kind by the beginning of their id", async () => {
    const { search, overview, events } = store();
    const { clientId, tenantId } = await samples.makeConnectedTenant(store());
    const ofTenant = { clientId, tenantId, provider: null, status: null, after: null, limit: 1 };
    const [connection] = (await overview.connections(ofTenant)).rows;
    const [event] = (await events.list(clientId, { type: null, tenantId: null, afterSeq: 0, limit: 1 })).rows;
    assert.ok(connection !== undefined && event !== undefined);
    for (const [kind, id] of [
      ["tenant", tenantId],
      ["service_client", clientId],
      ["connection", connection.id],
      ["event", event.id],
    ] as const) {
      const [found, ...others] = await search.byId(kind, id, 5);
      assert.deepEqual([found?.kind, found?.id, found?.clientId, others.length], [kind, id, clientId, 0]);
      assert.deepEqual(idsOf(await search.byId(kind, id.slice(0, -1), 5)).includes(id), true);
      assert.deepEqual(await search.byId(kind, `${id}0`, 5), []);
      assert.ok((await search.byId(kind, id.slice(0, 4), 1)).length === 1, "no more than the limit");
    }
    assert.equal((await search.byId("connection", connection.id, 1))[0]?.name, connection.accountName);
  });

  test("finds names by their beginning among all rows, and by a part of them among the newest", async () => {
    const { search } = store();
    const { clientId } = await samples.makeTenant(store());
    const add = (displayName: string, externalId: string): Promise<string> =>
      samples.addTenant(store(), clientId, { id: samples.newId("ten"), displayName, externalId });
    const old = await add("Zyxel of Search", "zyx-1");
    const lower = await add("zyxel, too", "zyx-2");
    const inside = await add("About Zyxel", "zyx-3");
    const other = await add("A name %_", "elsewhere");
    const find = async (text: string, limit = 10, lookAtMax = 5000) =>
      await search.byName("tenant", text, { limit, lookAtMax });
    assert.deepEqual(idsOf((await find("zyxel")).rows), [old, lower, inside].sort());
    assert.deepEqual(idsOf((await find("zyx-")).rows), [old, lower, inside].sort());
    assert.deepEqual(idsOf((await find("ZYX")).rows), [old, lower, inside].sort());
    assert.deepEqual(idsOf((await find("%_")).rows), [other], "no character is a wildcard");
    assert.equal((await find("zyxel", 2)).rows.length, 2);
    assert.deepEqual(await find("no one is named so"), { rows: [], isPartial: false });
    const begins = await find("zyxel", 10, 0);
    assert.deepEqual([idsOf(begins.rows), begins.isPartial], [[old, lower].sort(), true]);
  });

  test("finds webhook endpoints by their host and description only", async () => {
    const { search, webhooks } = store();
    const { clientId } = await samples.makeTenant(store());
    const id = samples.newId("whe");
    const times = { failingSince: null, createdAt: 1, updatedAt: 1 };
    const secret = { salt: "c2FsdA", keyVersion: 1 };
    const url = "https://hooks.findable.example/canary-path?key=canary-query";
    const endpoint = { id, clientId, url, description: "", eventTypes: ["*"], disabledReason: "" as const };
    await webhooks.create({ ...endpoint, secret, oldSecrets: [], ...times }, samples.sampleCreation(clientId));
    const find = async (text: string) =>
      (await search.byName("webhook_endpoint", text, { limit: 5, lookAtMax: 500 })).rows;
    const [found] = await find("FINDABLE");
    assert.deepEqual([found?.id, found?.name, found?.detail], [id, "hooks.findable.example", "hooks.findable.example"]);
    assert.deepEqual(await find("canary"), []);
    assert.doesNotMatch(JSON.stringify(await search.byId("webhook_endpoint", id, 1)), /canary/);
  });
}
