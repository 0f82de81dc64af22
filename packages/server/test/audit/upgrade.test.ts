/** Events from before the chain: the migration brings them in as it finds them, a chain a client. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readMigrations } from "../../src/store/migrations.ts";
import { engines, sampleEvent, verify } from "./world.ts";

for (const [name, make] of Object.entries(engines)) {
  test(`${name}: earlier events are chained, oldest first, and the chain goes on`, async () => {
    const database = await make();
    const before = readMigrations().filter(({ number }) => number < 4);
    await (await database.open(before)).close();
    const rows = Array.from({ length: 1203 }, (_, n) => {
      const clientId = n % 2 === 0 ? "" : "scl_old";
      // Ids and times in opposite orders; pairs of one time, more than one batch.
      const id = `evt_${String(9999 - n)}`;
      return `('${id}', '${clientId}', '', 'tenant.created', 'ten_1', 'operator', '{"n":${n},"ok":true}', ${n >> 1})`;
    });
    await database.run(
      `INSERT INTO audit_events (id, client_id, tenant_id, type, subject, actor, data, at) VALUES ${rows.join()}`,
    );
    const store = await database.open();
    assert.deepEqual(await store.audit.chainIds(), ["", "scl_old"]);
    for (const [clientId, count] of [
      ["", 602],
      ["scl_old", 601],
    ] as const) {
      const report = await verify(store, clientId);
      assert.deepEqual([report.ok, report.events, report.seq], [true, count, count]);
      const [first, second] = await store.audit.page(clientId, 0, 2);
      assert.deepEqual([first?.at, second?.at], [0, 1]);
      assert.deepEqual(first?.data, { n: clientId === "" ? 0 : 1, ok: true });
    }
    await store.audit.append(sampleEvent("scl_old", 1));
    const report = await verify(store, "scl_old");
    assert.deepEqual([report.ok, report.seq], [true, 602]);
    await store.close();
    await (await database.open()).close();
    await assert.rejects(database.run("SELECT 1 FROM audit_events_before_chain"));
    await database.drop();
  });
}
