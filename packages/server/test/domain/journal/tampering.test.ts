/** Rows altered by the database's owner: verification names the first broken event. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import { engines, fill, verify, withoutGuards, type Database } from "./fixture.ts";

/** Statements on the chain `$c`, which has ten events, and the first fault. `$d` is another chain with ten events. */
const tampering: Readonly<Record<string, { statements: readonly string[]; seq: number; reason: RegExp }>> = {
  "a changed actor": {
    statements: ["UPDATE journal SET actor = 'operator' WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /not what was recorded/,
  },
  "changed details": {
    statements: [`UPDATE journal SET data = '{"n":4,"ok":false,"code":""}' WHERE client_id = '$c' AND seq = 4`],
    seq: 4,
    reason: /not what was recorded/,
  },
  "details that are not JSON": {
    statements: ["UPDATE journal SET data = '{' WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /not what was recorded/,
  },
  "a changed time": {
    statements: ["UPDATE journal SET at = at - 1 WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /not what was recorded/,
  },
  "an invalid time": {
    statements: ["UPDATE journal SET at = 9000000000000000 WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /not what was recorded/,
  },
  "a time that is out of range": {
    statements: ["UPDATE journal SET at = 9223372036854775807 WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /not what was recorded/,
  },
  "details that have no canonical form": {
    statements: [`UPDATE journal SET data = '{"n":1e999}' WHERE client_id = '$c' AND seq = 4`],
    seq: 4,
    reason: /not what was recorded/,
  },
  "a number that is out of range": {
    statements: ["UPDATE journal SET seq = 9223372036854775807 WHERE client_id = '$c' AND seq = 10"],
    seq: 10,
    reason: /gone/,
  },
  "a head that is out of range": {
    statements: ["UPDATE journal_heads SET seq = 9223372036854775807 WHERE client_id = '$c'"],
    seq: 11,
    reason: /gone/,
  },
  "a changed id": {
    statements: ["UPDATE journal SET id = 'evt_x' WHERE client_id = '$c' AND seq = 10"],
    seq: 10,
    reason: /not what was recorded/,
  },
  "a changed hash": {
    statements: ["UPDATE journal SET hash = prev_hash WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /its hash differs/,
  },
  "a changed link": {
    statements: ["UPDATE journal SET prev_hash = hash WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /does not follow/,
  },
  "a removed event": {
    statements: ["DELETE FROM journal WHERE client_id = '$c' AND seq = 4"],
    seq: 4,
    reason: /missing; the next event is number 5/,
  },
  "a removed event whose gap was closed": {
    statements: [
      "DELETE FROM journal WHERE client_id = '$c' AND seq = 4",
      ...[5, 6, 7, 8, 9, 10].map(
        (seq) => `UPDATE journal SET seq = ${seq - 1} WHERE client_id = '$c' AND seq = ${seq}`,
      ),
      "UPDATE journal_heads SET seq = 9 WHERE client_id = '$c'",
    ],
    seq: 4,
    reason: /does not follow/,
  },
  "two events that swapped positions": {
    statements: [
      "UPDATE journal SET seq = 100 WHERE client_id = '$c' AND seq = 4",
      "UPDATE journal SET seq = 4 WHERE client_id = '$c' AND seq = 7",
      "UPDATE journal SET seq = 7 WHERE client_id = '$c' AND seq = 100",
    ],
    seq: 4,
    reason: /does not follow/,
  },
  "an inserted event": {
    statements: [
      ...[10, 9, 8, 7, 6, 5].map(
        (seq) => `UPDATE journal SET seq = ${seq + 1} WHERE client_id = '$c' AND seq = ${seq}`,
      ),
      `INSERT INTO journal SELECT client_id, 5, 'evt_new', tenant_id, type, subject, actor, data, at, hash, hash, 0, NULL, NULL
       FROM journal WHERE client_id = '$c' AND seq = 4`,
      "UPDATE journal_heads SET seq = 11 WHERE client_id = '$c'",
    ],
    seq: 5,
    reason: /not what was recorded/,
  },
  "an event added after the head": {
    statements: [
      `INSERT INTO journal SELECT client_id, 11, 'evt_new', tenant_id, type, subject, actor, data, at, hash, hash, 0, NULL, NULL
       FROM journal WHERE client_id = '$c' AND seq = 10`,
    ],
    seq: 11,
    reason: /after the chain's head/,
  },
  "an event added before the first, with all others removed": {
    statements: [
      `UPDATE journal SET seq = 0 WHERE client_id = '$c' AND seq = 1`,
      "DELETE FROM journal WHERE client_id = '$c' AND seq > 0",
    ],
    seq: 0,
    reason: /before the oldest kept event/,
  },
  "an event added before the first": {
    statements: [
      `INSERT INTO journal SELECT client_id, 0, 'evt_new', tenant_id, type, subject, actor, data, at, hash, hash, 0, NULL, NULL
       FROM journal WHERE client_id = '$c' AND seq = 1`,
    ],
    seq: 0,
    reason: /before the oldest kept event/,
  },
  "a tail cut off": {
    statements: ["DELETE FROM journal WHERE client_id = '$c' AND seq > 7"],
    seq: 8,
    reason: /gone/,
  },
  "a start cut off": {
    statements: ["DELETE FROM journal WHERE client_id = '$c' AND seq < 4"],
    seq: 1,
    reason: /missing; the next event is number 4/,
  },
  "a start cut off behind a forged anchor": {
    statements: [
      `UPDATE journal_heads SET anchor_seq = 3, anchor_at = 1, anchor_signature = 'AAAA.AAAA', anchor_hash =
       (SELECT hash FROM journal WHERE client_id = '$c' AND seq = 3) WHERE client_id = '$c'`,
      "DELETE FROM journal WHERE client_id = '$c' AND seq < 4",
    ],
    seq: 1,
    reason: /not by this deployment's retention/,
  },
  "every event removed, with the head left": {
    statements: ["DELETE FROM journal WHERE client_id = '$c'"],
    seq: 1,
    reason: /gone/,
  },
  "the head removed": {
    statements: ["DELETE FROM journal_heads WHERE client_id = '$c'"],
    seq: 1,
    reason: /head is gone/,
  },
  "a head with another hash": {
    statements: ["UPDATE journal_heads SET hash = anchor_hash WHERE client_id = '$c'"],
    seq: 10,
    reason: /not the one at the chain's head/,
  },
  "an event of another client in its place": {
    statements: [
      "DELETE FROM journal WHERE client_id = '$c' AND seq = 4",
      "UPDATE journal SET client_id = '$c' WHERE client_id = '$d' AND seq = 4",
    ],
    seq: 4,
    reason: /does not follow/,
  },
  "two clients' whole chains swapped": {
    statements: [
      "UPDATE journal SET client_id = '$x' WHERE client_id = '$c'",
      "UPDATE journal_heads SET client_id = '$x' WHERE client_id = '$c'",
      "UPDATE journal SET client_id = '$c' WHERE client_id = '$d'",
      "UPDATE journal_heads SET client_id = '$c' WHERE client_id = '$d'",
      "UPDATE journal SET client_id = '$d' WHERE client_id = '$x'",
      "UPDATE journal_heads SET client_id = '$d' WHERE client_id = '$x'",
    ],
    seq: 1,
    reason: /not what was recorded/,
  },
};

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe(`${name}: detects tampering`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await engines[name]();
      store = await database.open();
      await database.run(...withoutGuards[name]);
    });
    let found = 0;
    after(async () => {
      console.log(`${name}: ${found} alterations found`);
      await store.close();
      await database.drop();
    });
    for (const [index, [what, { statements, seq, reason }]] of Object.entries(tampering).entries()) {
      test(what, async () => {
        const [c, d] = [`scl_${index}_c`, `scl_${index}_d`];
        await Promise.all([fill(store, c, 10), fill(store, d, 10)]);
        assert.equal((await verify(store, c)).ok, true);
        await database.run(
          ...statements.map((text) => text.replaceAll("$c", c).replaceAll("$d", d).replaceAll("$x", `${c}_x`)),
        );
        const { ok, broken } = await verify(store, c);
        assert.deepEqual([ok, broken?.seq], [false, seq], broken?.reason);
        assert.match(broken?.reason ?? "", reason);
        found += 1;
      });
    }
  });
}
