/** Commands on connections. */
import assert from "node:assert/strict";
import type { Connection, ConnectionList, TestedConnection } from "@svc/contract";
import { kind, type Kind } from "../command.ts";
import type { ConnectionModel, Model } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";

/** A connection's path. */
export const pathOf = ({ tenant, id }: ConnectionModel): string => `/v1/tenants/${tenant.id}/connections/${id}`;

const all = (model: Model): readonly ConnectionModel[] =>
  model.connectionsThat("active", "needs_reconnect", "disconnected");

async function test(real: Real, connection: ConnectionModel): Promise<ReturnType<Real["caller"]["post"]>> {
  return await real.caller.post(`${pathOf(connection)}:test`, undefined, { idempotencyKey: real.name("test") });
}

export const connectionCommands: readonly Kind[] = [
  kind({
    name: "show a connection",
    on: all,
    async run({ real }, connection) {
      const response = await real.caller.get(pathOf(connection));
      assertStatus(response, 200);
      const { status, tenant_id: tenantId } = response.json as Connection;
      assert.deepEqual([status, tenantId], [connection.status, connection.tenant.id]);
    },
  }),
  kind({
    name: "list connections",
    on: ({ living }) => living,
    async run({ model, real }, tenant) {
      const response = await real.caller.get(`/v1/tenants/${tenant.id}/connections?limit=100`);
      const { connections } = response.json as ConnectionList;
      const own = model.connections.filter((connection) => connection.tenant === tenant);
      const pairs = (list: readonly { id: string; status: string }[]) =>
        list.map(({ id, status }) => `${id} ${status}`).sort();
      assert.deepEqual(pairs(connections), pairs(own));
    },
  }),
  kind({
    name: "test a connection",
    on: all,
    async run({ model, real }, connection) {
      const response = await test(real, connection);
      if (connection.status === "disconnected") {
        assertCode(response, "CONNECTION_NOT_ACTIVE");
        return;
      }
      assertStatus(response, 200);
      const isDead = model.revoked.has(connection.credential);
      assert.equal((response.json as TestedConnection).ok, !isDead);
      connection.status = isDead ? "needs_reconnect" : "active";
    },
  }),
  kind({
    name: "test a connection while the provider fails",
    on: (model) => model.connectionsOf("doppler", "active", "needs_reconnect"),
    async run({ real }, connection) {
      const match = { path: "/v3/me" };
      real.provider.faults.add({ match, times: "always", fault: { kind: "html_502" } });
      const response = await test(real, connection);
      real.provider.faults.clear();
      assertCode(response, "PROVIDER_UNREACHABLE");
    },
  }),
  kind({
    name: "disconnect a connection",
    weight: 3,
    on: all,
    async run({ real }, connection) {
      const response = await real.caller.delete(pathOf(connection));
      assertStatus(response, 200);
      assert.equal((response.json as Connection).status, "disconnected");
      connection.status = "disconnected";
    },
  }),
  kind({
    name: "the provider revokes a credential",
    weight: 4,
    on: (model) => model.working,
    async run({ model, real }, { credential }) {
      real.provider.world.revoke(credential);
      model.revoked.add(credential);
      return Promise.resolve();
    },
  }),
  kind({
    name: "ask for a stranger's connection",
    on: all,
    async run({ real }, connection) {
      assertCode(await real.stranger.get(pathOf(connection)), "TENANT_NOT_FOUND");
      assertCode(await real.stranger.delete(pathOf(connection)), "TENANT_NOT_FOUND");
      const other = connection.id.slice(0, -1) + (connection.id.endsWith("0") ? "1" : "0");
      const path = `/v1/tenants/${connection.tenant.id}/connections/${other}`;
      assertCode(await real.caller.get(path), "CONNECTION_NOT_FOUND");
    },
  }),
];
