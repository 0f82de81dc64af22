/** Retention: the oldest events are removed, and the kept ones still verify, from a signed anchor. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { signHead } from "../../../src/domain/journal/signed.ts";
import { timestamp } from "../../../src/domain/clock/timestamp.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { engines, pruneAt, sampleEvent, signing, verify, withoutGuards, type Database } from "./fixture.ts";

const keptMs = 1000;

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe(`${name}: retention`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await engines[name]();
      store = await database.open();
    });
    after(async () => {
      await store.close();
      await database.drop();
    });
    const prune = async (nowMs: number) => {
      const { removed, stopped } = await pruneAt({ trail: store.audit, signing }, nowMs, keptMs);
      assert.deepEqual(stopped, []);
      return removed;
    };
    const fillAt = async (clientId: string, times: readonly number[]) => {
      for (const [n, at] of times.entries()) await store.audit.append(sampleEvent(clientId, n + 1, { at }));
    };
    const seqs = async (clientId: string) => (await store.audit.page(clientId, 0, 100)).map(({ seq }) => seq);

    test("removes an event when it is older than its retention, and not a millisecond earlier", async () => {
      await fillAt("scl_age", [10, 20, 30, 40]);
      assert.equal(await prune(20 + keptMs), 1);
      assert.deepEqual(await seqs("scl_age"), [2, 3, 4]);
      assert.equal(await prune(20 + keptMs), 0);
      assert.equal(await prune(21 + keptMs), 1);
      const report = await verify(store, "scl_age");
      assert.deepEqual([report.ok, report.firstSeq, report.events, report.seq], [true, 3, 2, 4]);
      await store.audit.append(sampleEvent("scl_age", 5));
      assert.deepEqual(await seqs("scl_age"), [3, 4, 5]);
      assert.equal((await verify(store, "scl_age")).ok, true);
    });

    test("a chain continues its numbers after all of its events were removed", async () => {
      await fillAt("scl_all", [10, 20]);
      await prune(5000);
      assert.deepEqual(await seqs("scl_all"), []);
      assert.equal((await verify(store, "scl_all")).ok, true);
      await fillAt("scl_all", [9000]);
      const report = await verify(store, "scl_all");
      assert.deepEqual([report.ok, report.firstSeq, report.seq, report.events], [true, 3, 3, 1]);
    });

    test("an old event after a young one waits for it, so that there is no gap", async () => {
      await fillAt("scl_skew", [10, 9000, 20]);
      await prune(5000);
      assert.deepEqual(await seqs("scl_skew"), [2, 3]);
    });

    test("a head at the anchor is still compared; a genuine one before it is outdated, which is not a fault", async () => {
      await fillAt("scl_heads", [10, 20, 9000]);
      const rows = await store.audit.page("scl_heads", 0, 3);
      const heads = rows.map(({ clientId, seq, hash, at }) =>
        signHead(signing, { clientId, seq, hash }, timestamp(at + 1)),
      );
      await prune(5000);
      const [first, second, third] = heads;
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      assert.equal((await verify(store, "scl_heads", [second, third])).ok, true);
      const { ok, headsChecked, headsOutdated } = await verify(store, "scl_heads", heads);
      assert.deepEqual([ok, headsChecked, headsOutdated], [true, 2, 1]);
      const forged = signHead(signing, { clientId: "scl_heads", seq: 2, hash: first.hash }, timestamp(30));
      assert.match((await verify(store, "scl_heads", [forged])).broken?.reason ?? "", /was rewritten/);
    });

    test("detects an anchor that was altered, or moved to another chain", async () => {
      await fillAt("scl_anchor", [10, 20, 9000]);
      await fillAt("scl_moved", [10, 20, 9000]);
      await prune(5000);
      assert.equal((await verify(store, "scl_anchor")).ok, true);
      await database.run(
        ...withoutGuards[name],
        "UPDATE journal_heads SET anchor_at = anchor_at + 1 WHERE client_id = 'scl_anchor'",
        `UPDATE journal_heads SET anchor_signature = (SELECT anchor_signature FROM journal_heads
         WHERE client_id = 'scl_heads') WHERE client_id = 'scl_moved'`,
      );
      for (const clientId of ["scl_anchor", "scl_moved"]) {
        const { broken } = await verify(store, clientId);
        assert.deepEqual([broken?.seq, /not by this deployment's retention/.test(broken?.reason ?? "")], [1, true]);
      }
    });
  });
}
