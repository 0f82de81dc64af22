/** Chains that a database's owner altered: retention stops, and removes and signs nothing more. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { describeTrails, fillChain, keptMs, minuteMs, nowMs, pruneNow, startMs } from "./trail-fixture.ts";
import { verify } from "./fixture.ts";

describeTrails("altered chains", ({ store, run, seqs, readAnchor, stoppedAt }) => {
  before(() => fillChain(store(), "scl_other"));
  const alterations: Readonly<Record<string, { statement: string; seq: number; reason: RegExp }>> = {
    "the chain's row is gone": {
      statement: "DELETE FROM journal_heads WHERE client_id = '$c'",
      seq: 1,
      reason: /head is gone/,
    },
    "the chain's row has no anchor anymore": {
      statement: `UPDATE journal_heads SET anchor_seq = 0, anchor_hash = '${"0".repeat(64)}' WHERE client_id = '$c'`,
      seq: 1,
      reason: /missing; the next event is number 3/,
    },
    "the anchor has another hash": {
      statement: "UPDATE journal_heads SET anchor_hash = hash WHERE client_id = '$c'",
      seq: 1,
      reason: /not by this deployment's retention/,
    },
    "the anchor has a later cutoff": {
      statement: "UPDATE journal_heads SET anchor_signature = anchor_signature || '0' WHERE client_id = '$c'",
      seq: 1,
      reason: /not by this deployment's retention/,
    },
    "the anchor has no cutoff anymore": {
      statement: "UPDATE journal_heads SET anchor_signature = substr(anchor_signature, 1, 130) WHERE client_id = '$c'",
      seq: 1,
      reason: /not by this deployment's retention/,
    },
    "the anchor is another chain's": {
      statement: `UPDATE journal_heads SET anchor_signature = (SELECT anchor_signature FROM journal_heads
        WHERE client_id = 'scl_other') WHERE client_id = '$c'`,
      seq: 1,
      reason: /not by this deployment's retention/,
    },
    "an event's time is out of range": {
      statement: "UPDATE journal SET at = -9223372036854775807 WHERE client_id = '$c' AND seq = 3",
      seq: 3,
      reason: /not what was recorded/,
    },
    "an event's details have no canonical form": {
      statement: `UPDATE journal SET data = '{"n":1e999}' WHERE client_id = '$c' AND seq = 4`,
      seq: 4,
      reason: /not what was recorded/,
    },
    "an event is before the anchor": {
      statement: "UPDATE journal SET seq = 0 WHERE client_id = '$c' AND seq = 3",
      seq: 0,
      reason: /before the oldest kept event/,
    },
    "an event is missing": {
      statement: "DELETE FROM journal WHERE client_id = '$c' AND seq = 4",
      seq: 4,
      reason: /missing; the next event is number 5/,
    },
    "the youngest events are gone": {
      statement: "DELETE FROM journal WHERE client_id = '$c' AND seq > 4",
      seq: 5,
      reason: /are gone/,
    },
    "an event is after the head": {
      statement: "UPDATE journal_heads SET seq = 6 WHERE client_id = '$c'",
      seq: 7,
      reason: /after the chain's head/,
    },
    "the head has another hash": {
      statement: "UPDATE journal_heads SET hash = anchor_hash WHERE client_id = '$c'",
      seq: 7,
      reason: /not the one at the chain's head/,
    },
  };
  for (const [index, [what, { statement, seq, reason }]] of Object.entries(alterations).entries()) {
    test(`retention stops if ${what}`, async () => {
      const clientId = `scl_altered_${index}`;
      await fillChain(store(), clientId);
      await pruneNow(store(), startMs + 3 * minuteMs + keptMs);
      assert.deepEqual(await seqs(clientId), [3, 4, 5, 6, 7]);
      await run(statement.replaceAll("$c", clientId));
      const [left, anchor] = [await seqs(clientId), await readAnchor(clientId)];
      const found = await stoppedAt(clientId, nowMs + keptMs);
      assert.equal(found.seq, seq);
      assert.match(found.reason, reason);
      assert.deepEqual([await seqs(clientId), await readAnchor(clientId)], [left, anchor]);
      assert.equal((await verify(store(), clientId)).ok, false);
    });
  }

  test("detects an anchor that was reset to an older one, and removes nothing more", async () => {
    const clientId = "scl_back";
    await fillChain(store(), clientId);
    await pruneNow(store(), startMs + 3 * minuteMs + keptMs);
    const older = await readAnchor(clientId);
    await pruneNow(store(), startMs + 5 * minuteMs + keptMs);
    assert.ok(older !== undefined);
    await run(
      `UPDATE journal_heads SET anchor_seq = ${older.seq}, anchor_hash = '${older.hash}', anchor_at = ${older.at},
       anchor_signature = '${older.signature}' WHERE client_id = '${clientId}'`,
    );
    const found = await stoppedAt(clientId, nowMs + keptMs);
    assert.equal(found.seq, 3);
    assert.match(found.reason, /missing; the next event is number 5/);
    assert.deepEqual((await verify(store(), clientId)).broken, { seq: found.seq, reason: found.reason });
  });
});
