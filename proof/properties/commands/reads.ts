/** Commands that read through a connection. */
import assert from "node:assert/strict";
import type { ExecutedAction } from "@svc/contract";
import { devConfig } from "../../../conformance/harness/index.ts";
import { kind, type Kind } from "../command.ts";
import type { ConnectionModel, Model } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";
import { pathOf } from "./connections.ts";

function execute(real: Real, connection: ConnectionModel, action: string, input: unknown) {
  return real.caller.post(`${pathOf(connection)}/actions/${action}:execute`, { input });
}

export const readCommands: readonly Kind[] = [
  kind({
    name: "list names of secrets",
    on: (model) => model.connectionsOf("doppler", "active"),
    async run({ model, real }, connection) {
      const response = await execute(real, connection, "secrets.names.list", devConfig);
      if (model.revoked.has(connection.credential)) {
        assertCode(response, "PROVIDER_UNAUTHORIZED");
        connection.status = "needs_reconnect";
        return;
      }
      assertStatus(response, 200);
      const { names } = (response.json as ExecutedAction).output as { names: readonly string[] };
      for (const { name, action, effects } of model.writes) {
        assert.equal(names.includes(name), (action === "secrets.set") === effects > 0, name);
      }
    },
  }),
  kind({
    name: "get a secret that was set",
    on: ({ working, writes }: Model) => working.flatMap((connection) => writes.map((write) => ({ connection, write }))),
    async run({ real }, { connection, write }) {
      const { name, action, effects, input } = write;
      const response = await execute(real, connection, "secrets.get", { ...devConfig, name });
      if ((action === "secrets.set") !== effects > 0) {
        assertCode(response, "SECRET_NOT_FOUND");
        return;
      }
      assertStatus(response, 200);
      const { computed } = (response.json as ExecutedAction).output as { computed: string };
      assert.equal(computed, action === "secrets.set" ? input["value"] : "canary-to-delete");
    },
  }),
  kind({
    name: "read again after a fault",
    on: (model) => model.working,
    async run({ real }, connection) {
      // A read is retried within its deadline.
      real.provider.faults.add({ match: { method: "GET" }, fault: { kind: "html_502" } });
      assertStatus(await execute(real, connection, "secrets.names.list", devConfig), 200);
      assert.deepEqual(real.provider.faults.pending, []);
    },
  }),
  kind({
    name: "read a nonexistent secret",
    on: (model) => model.working,
    async run({ real }, connection) {
      const nowhere = { project: "nowhere", config: "dev" };
      assertCode(await execute(real, connection, "secrets.names.list", nowhere), "RESOURCE_NOT_FOUND");
      assertCode(await execute(real, connection, "secrets.guess", devConfig), "ACTION_NOT_FOUND");
    },
  }),
];
