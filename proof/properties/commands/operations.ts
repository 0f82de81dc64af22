/** Operator commands and failures: keys are added and revoked, the server is stopped, killed and started. */
import assert from "node:assert/strict";
import type { AuditEventList, ExecutionList } from "@svc/contract";
import { Caller, operateJson, until } from "../../../conformance/harness/index.ts";
import { anything, kind, oneOf, type Kind } from "../command.ts";
import { assertStatus, type Real } from "../real.ts";
import { freshWrite, send, sendAgain } from "./writes.ts";

/** Each takes a second or more. */
const rarely = 1;
const keysMax = 3;

/** The key's public part, which names it (contract §1.2). */
const idOf = (key: string): string => key.slice("svc_live_".length, "svc_live_".length + 10);

async function untilRefused(real: Real, key: string): Promise<void> {
  await until(1000, "the old key is refused", async () => {
    const { status } = await new Caller(real.server.http, key).get("/v1/service-client");
    return status === 401 ? true : null;
  });
}

/** Operator commands and failures. */
export const operationCommands: readonly Kind[] = [
  kind({
    name: "add a service key",
    weight: rarely,
    on: anything,
    async run({ real }) {
      if (real.keys.length >= keysMax) return;
      const name = real.name("key");
      const args = ["service-clients", "add-key", real.client.id, "--key-name", name];
      real.keys.push({ name, key: (await operateJson<{ key: string }>(real.server, args)).key });
      assertStatus(await real.caller.get("/v1/service-client"), 200);
    },
  }),
  kind({
    name: "rotate a service key",
    weight: rarely,
    on: anything,
    async run({ real, pick }) {
      const { name, key: old } = oneOf(real.keys, pick);
      const args = ["service-clients", "rotate-key", real.client.id, "--key-name", name, "--overlap-seconds", "0"];
      const { key } = await operateJson<{ key: string }>(real.server, args);
      real.keys[pick % real.keys.length] = { name, key };
      await untilRefused(real, old);
      for (const one of real.keys) {
        assertStatus(await new Caller(real.server.http, one.key).get("/v1/service-client"), 200);
      }
    },
  }),
  kind({
    name: "revoke a service key",
    weight: rarely,
    on: anything,
    async run({ real }) {
      const [first] = real.keys;
      if (first === undefined || real.keys.length < 2) return;
      await operateJson(real.server, ["service-clients", "revoke-key", real.client.id, idOf(first.key)]);
      real.keys.shift();
      await untilRefused(real, first.key);
      assertStatus(await real.caller.get("/v1/service-client"), 200);
    },
  }),
  kind({
    name: "stop and start the server",
    weight: rarely,
    on: anything,
    run: ({ real }) => real.restart("stop"),
  }),
  kind({
    name: "kill and start the server",
    weight: rarely,
    on: anything,
    async run({ model, real }) {
      model.wasKilled = true;
      await real.restart("kill");
    },
  }),
  kind({
    name: "kill the server in the middle of a write",
    weight: rarely,
    on: (model) => model.working,
    async run({ model, real, pick }, connection) {
      const fresh = freshWrite(real, connection, "secrets.set");
      const isDone = pick % 2 === 0;
      const before = real.provider.ledger.requests.length;
      const fault = { kind: isDone ? "hang_after_effect" : "hang_before_effect" } as const;
      real.provider.faults.add({ match: { method: "POST" }, fault });
      const lost = send(real, fresh).then(
        () => assert.fail("a hanging write was answered"),
        () => undefined,
      );
      await until(5000, "the provider is asked", () =>
        real.provider.ledger.requests.slice(before).some(({ method }) => method === "POST") ? true : null,
      );
      model.wasKilled = true;
      await real.restart("kill");
      await lost;
      real.provider.faults.clear();
      const path = `/v1/tenants/${connection.tenant.id}/action-executions?idempotencyKey=${fresh.key}`;
      const executionId = await until(12_000, "the interrupted write is settled", async () => {
        const [record] = ((await real.caller.get(path)).json as ExecutionList).executions;
        return record?.status === "outcome_unknown" ? record.id : null;
      });
      const left = {
        response: null,
        status: "outcome_unknown",
        isFreed: false,
        resolution: null,
        isLeft: true,
      } as const;
      const write = { ...fresh, ...left, executionId, attempt: 1, effects: isDone ? 1 : 0 };
      model.writes.push(write);
      await sendAgain(real, model, write);
    },
  }),
  kind({
    name: "read the audit trail",
    on: anything,
    async run({ real }) {
      const response = await real.caller.get("/v1/audit-events?limit=50");
      assertStatus(response, 200);
      const { auditEvents } = response.json as AuditEventList;
      for (const [index, event] of auditEvents.entries()) {
        const older = auditEvents[index + 1];
        if (older !== undefined) assert.deepEqual([event.seq, event.prevHash], [older.seq + 1, older.hash]);
      }
      assert.doesNotMatch(response.text, /canary|dp\.sa\.|gh[our]_|whsec_|cc_/);
    },
  }),
];
