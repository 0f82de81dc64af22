/** A settlement's record and key change together or not at all, on both engines. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { engines, type Database } from "../../domain/journal/fixture.ts";
import { keyedExecution, makeConnectedTenant } from "./samples.ts";
import { succeeded } from "./settlement-samples.ts";

/** Makes every change of a key fail. */
const refuseKeys: Readonly<Record<string, readonly string[]>> = {
  SQLite: ["CREATE TRIGGER refuse BEFORE UPDATE ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'no key changes'); END"],
  PostgreSQL: [
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'no key changes'; END $$`,
    "CREATE TRIGGER refuse BEFORE UPDATE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse()",
  ],
};
const acceptKeys: Readonly<Record<string, string>> = {
  SQLite: "DROP TRIGGER refuse",
  PostgreSQL: "DROP TRIGGER refuse ON idempotency_keys",
};

for (const [name, make] of Object.entries(engines)) {
  describe(name, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await make();
      store = await database.open();
    });
    after(async () => {
      await store.close();
      await database.drop();
    });

    for (const count of [1, 3]) {
      test(`if the key of ${count === 1 ? "a lone settlement" : "several"} can't change, no record does`, async () => {
        const place = await makeConnectedTenant(store);
        const made = Array.from({ length: count }, () => keyedExecution(place));
        for (const { row, claim } of made) await store.executions.claim(row, claim);
        const settleAll = () =>
          Promise.allSettled(
            made.map(({ row }) =>
              store.executions.settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, succeeded),
            ),
          );
        const states = () =>
          Promise.all(
            made.map(async ({ claim }) => {
              const found = await store.executions.findKey(claim);
              return `${found?.key.state} ${found?.execution?.status}`;
            }),
          );
        await database.run(...(refuseKeys[name] ?? []));
        assert.ok((await settleAll()).every(({ status }) => status === "rejected"));
        assert.deepEqual(new Set(await states()), new Set(["running accepted"]));
        await database.run(acceptKeys[name] ?? "");
        if (name === "PostgreSQL") await database.run("DROP FUNCTION refuse");
        assert.ok((await settleAll()).every(({ status }) => status === "fulfilled"));
        assert.deepEqual(new Set(await states()), new Set(["done succeeded"]));
      });
    }
  });
}
