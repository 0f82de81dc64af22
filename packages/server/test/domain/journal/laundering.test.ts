/**
 * Events that a database's owner backdates, so that retention would remove them and sign the anchor. Retention verifies
 * first. It can't detect a chain that was rewritten with correct hashes, but an exported head can.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChainedEvent } from "../../../src/domain/journal/port.ts";
import { chainHash, eventDocument } from "../../../src/domain/journal/chain.ts";
import { signAnchor, signHead } from "../../../src/domain/journal/signed.ts";
import { timestamp } from "../../../src/domain/clock/timestamp.ts";
import {
  all,
  count,
  dayMs,
  describeTrails,
  fillChain,
  headAt,
  keptMs,
  minuteMs,
  nowMs,
  pruneNow,
  startMs,
} from "./trail-fixture.ts";
import { sampleEvent, signing, verify } from "./fixture.ts";

/** Returns the statement that backdates the oldest `n` events of a chain to 1970. */
function backdate(clientId: string, n: number): string {
  return `UPDATE journal SET at = 1 WHERE client_id = '${clientId}' AND seq <= ${n}`;
}

/**
 * Returns the statements that recompute events' hashes from their current rows, and the chain's head if they include
 * the last event.
 */
function rehash(rows: readonly ChainedEvent[]): string[] {
  let prevHash = rows[0]?.prevHash ?? "";
  const statements = rows.flatMap((row) => {
    const hash = chainHash(prevHash, eventDocument(row, row.seq));
    const at = `client_id = '${row.clientId}' AND seq = ${row.seq}`;
    const statement = `UPDATE journal SET prev_hash = '${prevHash}', hash = '${hash}' WHERE ${at}`;
    prevHash = hash;
    return [statement, `UPDATE journal_heads SET hash = '${hash}' WHERE ${at}`];
  });
  return statements;
}

describeTrails("backdated events", ({ store, run, seqs, readAnchor, stoppedAt }) => {
  for (const n of [3, 5, 7]) {
    test(`changing the times of ${n} of ${count} events without their hashes stops retention`, async () => {
      const clientId = `scl_plain_${n}`;
      await fillChain(store(), clientId);
      const heads = [await headAt(store(), clientId, 2), await headAt(store(), clientId, n)];
      const anchor = await readAnchor(clientId);
      await run(backdate(clientId, n));
      // It stays stopped in every later round.
      for (const at of [nowMs, nowMs + 3_600_000]) {
        const { removed, seq, reason } = await stoppedAt(clientId, at);
        assert.deepEqual([removed, seq], [0, 1]);
        assert.match(reason, /not what was recorded/);
      }
      assert.deepEqual(await seqs(clientId), all);
      assert.deepEqual(await readAnchor(clientId), anchor);
      for (const given of [[], heads]) {
        const { ok, broken } = await verify(store(), clientId, given);
        assert.deepEqual([ok, broken?.seq], [false, 1]);
      }
      await run(
        ...all.map((seq) => {
          const at = startMs + seq * minuteMs;
          return `UPDATE journal SET at = ${at} WHERE client_id = '${clientId}' AND seq = ${seq}`;
        }),
      );
      assert.equal((await stoppedAt(clientId)).seq, undefined, "repaired rows let it run again");
      assert.equal((await verify(store(), clientId, heads)).ok, true);
    });

    test(`recomputing the hashes of only ${n} events stops it at the event after them`, async () => {
      const clientId = `scl_prefix_${n}`;
      await fillChain(store(), clientId);
      await run(backdate(clientId, n));
      const rows = await store().audit.page(clientId, 0, n);
      await run(...rehash(rows).filter((statement) => !statement.includes("journal_heads")));
      const { removed, seq, reason } = await stoppedAt(clientId);
      assert.deepEqual([removed, seq], [0, n < count ? n + 1 : count]);
      assert.match(reason, n < count ? /does not follow/ : /not the one at the chain's head/);
      assert.deepEqual(await seqs(clientId), all);
      // Repair the chain, so that the next test's round finds nothing here.
      await run(`UPDATE journal SET at = ${startMs} WHERE client_id = '${clientId}'`);
    });

    test(`every head reveals a chain that was rewritten with ${n} backdated events`, async () => {
      const clientId = `scl_rehashed_${n}`;
      await fillChain(store(), clientId);
      const heads = await Promise.all(all.map((seq) => headAt(store(), clientId, seq)));
      await run(backdate(clientId, n));
      await run(...rehash(await store().audit.page(clientId, 0, count)));
      assert.equal((await stoppedAt(clientId)).removed, n);
      assert.equal((await verify(store(), clientId)).ok, true, "the chain is valid on its own");
      for (const head of heads) {
        const { ok, broken } = await verify(store(), clientId, [head]);
        const isBelow = head.seq < n;
        assert.deepEqual([ok, broken?.seq], [false, isBelow ? head.seq + 1 : head.seq]);
        assert.match(broken?.reason ?? "", isBelow ? /removed too early/ : /was rewritten/);
      }
    });
  }

  test("one stopped chain does not stop the others", async () => {
    await fillChain(store(), "scl_one");
    await fillChain(store(), "scl_other");
    await run(backdate("scl_one", 2));
    const { removed, seq } = await stoppedAt("scl_one", startMs + 4 * minuteMs + keptMs);
    assert.equal(seq, 1);
    assert.ok(removed >= 3);
    assert.deepEqual([await seqs("scl_one"), await seqs("scl_other")], [all, [4, 5, 6, 7]]);
  });

  test("shortening the retention and lengthening it again leaves genuine heads valid", async () => {
    const clientId = "scl_changed";
    await fillChain(store(), clientId);
    const heads = await Promise.all(all.map((seq) => headAt(store(), clientId, seq)));
    const outdated = async () => {
      const { ok, headsChecked, headsOutdated } = await verify(store(), clientId, heads);
      return [ok, headsChecked, headsOutdated];
    };
    const shortMs = 2 * dayMs;
    await pruneNow(store(), startMs + 6 * minuteMs + shortMs, shortMs);
    assert.deepEqual(
      [await seqs(clientId), await outdated()],
      [
        [6, 7],
        [true, 3, 4],
      ],
    );
    await pruneNow(store(), startMs + 10 * minuteMs + shortMs, shortMs);
    assert.deepEqual([await seqs(clientId), await outdated()], [[], [true, 1, 6]]);
    // Recorded by a slow clock, so that the longer retention removes it with a cutoff before that of the shorter one.
    await store().audit.append(sampleEvent(clientId, 8, { at: startMs + minuteMs }));
    await pruneNow(store(), startMs + 2 * minuteMs + keptMs);
    assert.deepEqual([await seqs(clientId), await outdated()], [[], [true, 0, 7]]);
  });

  test("rejects a head from a minute after the cutoff, regardless of the current retention", async () => {
    const clientId = "scl_minute";
    await fillChain(store(), clientId);
    const cutoffMs = startMs + 4 * minuteMs;
    const [first] = await store().audit.page(clientId, 0, 1);
    assert.ok(first !== undefined);
    await pruneNow(store(), cutoffMs + keptMs);
    assert.deepEqual(await seqs(clientId), [4, 5, 6, 7]);
    for (const [at, broken] of [
      [cutoffMs + minuteMs - 1, undefined],
      [cutoffMs + minuteMs, 2],
    ] as const) {
      const report = await verify(store(), clientId, [signHead(signing, first, timestamp(at))]);
      assert.equal(report.broken?.seq, broken);
    }
  });

  test("returns at most the limit of events and the one after them, and removes them under the same anchor", async () => {
    const clientId = "scl_steps";
    await fillChain(store(), clientId);
    const given: (number | null)[][] = [];
    const step = async (limit: number): Promise<number> => {
      const events = await store().audit.due(clientId, startMs + 6 * minuteMs, limit);
      if (events === null) return 0;
      const { chain, due, next } = events;
      given.push([...due.map(({ seq }) => seq), next?.seq ?? null]);
      const last = due.at(-1);
      assert.ok(last !== undefined && chain !== null);
      const anchor = signAnchor(signing, clientId, { seq: last.seq, hash: last.hash, at: nowMs, before: nowMs });
      const removed = await store().audit.removeUpTo(clientId, chain.anchor, anchor);
      assert.equal(await store().audit.removeUpTo(clientId, chain.anchor, anchor), 0, "another process was first");
      return removed;
    };
    assert.deepEqual([await step(2), await step(10), await step(10)], [2, 3, 0]);
    assert.deepEqual(given, [
      [1, 2, 3],
      [3, 4, 5, 6],
    ]);
    assert.deepEqual(await seqs(clientId), [6, 7]);
  });
});
