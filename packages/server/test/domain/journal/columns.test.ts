/** Altering any column of any event, at any position of a chain with every kind of event, is detected and named. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { engines, sampleEvent, verify, withoutGuards, type Database } from "./fixture.ts";

/** Events of every kind: for the deployment; without tenant, subject or details; and with each of them. */
const kinds: readonly Partial<AuditEvent>[] = [
  { type: "service_client.created", tenantId: "", actor: "operator", data: {} },
  { type: "tenant.deleted", subject: "ten_1", data: { force: true } },
  { type: "connect_session.expired", actor: "system", data: {} },
  { type: "connect_session.exchange_refused", actor: "end_user", data: { origin: "https://a.example" } },
  { type: "credential.used", data: { execution: "act_1", effect: "write", credentialVersion: 2 } },
  { type: "action_execution.resolved", subject: "act_1", data: { outcome: "failed" } },
  { type: "audit.exported", tenantId: "", subject: "", data: { seq: 3, hash: "h", headsOnly: true, since: "" } },
];

/** A new value for each column that does not define the chain's order. */
const columns: Readonly<Record<string, string>> = {
  id: "'evt_other'",
  tenant_id: "'ten_other'",
  type: "'tenant.renamed'",
  subject: "'con_other'",
  actor: "'key:other'",
  data: `'{"other":1}'`,
  at: "at + 1",
  prev_hash: "hash",
  hash: "prev_hash",
};

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe(`${name}: every column of every kind of event`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await engines[name]();
      store = await database.open();
      await database.run(...withoutGuards[name]);
    });
    after(async () => {
      await store.close();
      await database.drop();
    });

    for (const [column, value] of Object.entries(columns)) {
      test(column, async () => {
        const clientId = `scl_${column}`;
        for (const [n, kind] of kinds.entries()) await store.audit.append(sampleEvent(clientId, n + 1, kind));
        const where = (seq: number) => `WHERE client_id = '${clientId}' AND seq = ${seq}`;
        for (const event of await store.audit.page(clientId, 0, 100)) {
          const { seq, id, tenantId, type, subject, actor, data, at, prevHash, hash } = event;
          await database.run(`UPDATE journal SET ${column} = ${value} ${where(seq)}`);
          const { ok, broken } = await verify(store, clientId);
          assert.deepEqual([ok, broken?.seq], [false, seq], `${type}: ${broken?.reason ?? "nothing was detected"}`);
          const texts = {
            id,
            tenant_id: tenantId,
            type,
            subject,
            actor,
            data: JSON.stringify(data),
            prev_hash: prevHash,
            hash,
          };
          const original = column === "at" ? String(at) : `'${texts[column as keyof typeof texts]}'`;
          await database.run(`UPDATE journal SET ${column} = ${original} ${where(seq)}`);
          assert.equal((await verify(store, clientId)).ok, true, `${type} was restored`);
        }
      });
    }

    test("any two events that swap positions", async () => {
      for (const [n, kind] of kinds.entries()) await store.audit.append(sampleEvent("scl_swap", n + 1, kind));
      const move = (from: number, to: number) =>
        `UPDATE journal SET seq = ${to} WHERE client_id = 'scl_swap' AND seq = ${from}`;
      const swap = (left: number, right: number) => database.run(move(left, 99), move(right, left), move(99, right));
      for (let left = 1; left < kinds.length; left += 1) {
        for (let right = left + 1; right <= kinds.length; right += 1) {
          await swap(left, right);
          assert.equal((await verify(store, "scl_swap")).broken?.seq, left, `${left} and ${right}`);
          await swap(left, right);
        }
      }
      assert.equal((await verify(store, "scl_swap")).ok, true);
    });
  });
}
