/**
 * PostgreSQL: a claim uses a proposal's approval under the lock of its journal. So everything else that changes a proposal
 * takes this lock before the proposal's row, and the two never wait for each other.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { testSeals } from "../../test-seals.ts";
import { until } from "./poll.ts";
import { approved, denied, eventOf, gone, proposalSteps } from "./proposal-steps.ts";

/** What changes a proposal, and its status afterwards. */
const steps: readonly (readonly [
  what: string,
  change: Partial<ProposalRow>,
  run: (store: Store, row: ProposalRow) => Promise<unknown>,
  status: string,
])[] = [
  ["an approval", {}, (store, row) => decide(store, row, approved), "approved"],
  ["a denial", {}, (store, row) => decide(store, row, denied), "denied"],
  ["a withdrawal", {}, (store, row) => store.proposals.withdraw(row, gone, eventOf), "withdrawn"],
  ["an expiry", { expiresAt: 1 }, (store) => store.proposals.endDue(100, gone, eventOf), "expired"],
];

function decide(store: Store, row: ProposalRow, decision: typeof approved): Promise<unknown> {
  return store.proposals.decide(row, { decision, seal: "1.s" }, eventOf({ ...row, status: decision.decision }));
}

for (const [what, change, run, status] of steps) {
  test(`${what} waits for the journal before it locks the proposal`, async (t) => {
    const database = await testDatabase();
    const ending: (() => Promise<void>)[] = [database.drop];
    t.after(async () => {
      for (const end of ending.toReversed()) await end();
    });
    const options = { seals: testSeals, url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true };
    const store = await openStore(options);
    ending.push(() => store.close());
    const claiming = new Client({ connectionString: database.url });
    await claiming.connect();
    ending.push(() => claiming.end());
    const { makeAsker, create, find } = proposalSteps(() => store);
    const row = await create(await makeAsker(), change);
    await claiming.query("begin");
    await claiming.query("select 1 from journal_heads where client_id = $1 for update", [row.clientId]);
    const running = run(store, row);
    await until(async () => (await claiming.query("select 1 from pg_locks where not granted")).rows.length > 0);
    const { rows } = await claiming.query("select id from proposals where id = $1 for update nowait", [row.id]);
    assert.deepEqual(rows, [{ id: row.id }]);
    await claiming.query("commit");
    await running;
    assert.equal((await find(row)).status, status);
  });
}
