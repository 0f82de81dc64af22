/**
 * PostgreSQL: the order of locks, so that no two transactions wait for each other. A claim uses a proposal's approval
 * and counts a token's budget under the lock of its journal, so everything else that changes those takes this lock
 * first. A delivery's result may be recorded in the journal, so whatever ends deliveries locks them before the journal.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import { pruneAt, signing } from "../../domain/journal/fixture.ts";
import { testSeals } from "../../test-seals.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import { until } from "./poll.ts";
import { approved, denied, gone, proposalSteps } from "./proposal-steps.ts";
import { makeTenant, sampleCreation } from "./samples.ts";
import { sampleEndpoint } from "./webhook-cases.ts";

/** What changes a proposal, and its status afterwards. */
const steps: readonly (readonly [
  what: string,
  change: Partial<ProposalRow>,
  run: (store: Store, row: ProposalRow) => Promise<unknown>,
  status: string,
])[] = [
  ["an approval", {}, (store, row) => decide(store, row, approved), "approved"],
  ["a denial", {}, (store, row) => decide(store, row, denied), "denied"],
  ["a withdrawal", {}, (store, row) => store.proposals.withdraw(row, gone), "withdrawn"],
  ["its tenant's deletion", {}, remove, "pending"],
  ["an expiry", { expiresAt: 1 }, (store) => store.proposals.endDue(100, gone), "expired"],
];

function remove(store: Store, { clientId, tenantId }: { clientId: string; tenantId: string }): Promise<unknown> {
  return store.tenants.remove(clientId, tenantId, 3000, true, "operator");
}

function decide(store: Store, row: ProposalRow, decision: typeof approved): Promise<unknown> {
  return store.proposals.decide(row, { decision, seal: "1.s" }, { actor: "key:k", data: {} });
}

/** An empty database, its store, and a connection for another transaction. */
async function open(t: TestContext) {
  const database = await testDatabase();
  const ending: (() => Promise<void>)[] = [database.drop];
  t.after(async () => {
    for (const end of ending.toReversed()) await end();
  });
  const options = { seals: testSeals, url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true };
  const store = await openStore(options);
  ending.push(() => store.close());
  const other = new Client({ connectionString: database.url });
  await other.connect();
  ending.push(() => other.end());
  /**
   * Runs work while the other transaction holds a row, and asserts that the work, which waits, has not locked a row.
   */
  const whileHeld = async (
    held: readonly [table: string, condition: string],
    free: readonly [table: string, condition: string],
    work: () => Promise<unknown>,
  ): Promise<void> => {
    await other.query("begin");
    await other.query(`select 1 from ${held[0]} where ${held[1]} for update`);
    const running = work();
    await until(async () => (await other.query("select 1 from pg_locks where not granted")).rows.length > 0);
    const { rows } = await other.query(`select 1 from ${free[0]} where ${free[1]} for update nowait`);
    assert.equal(rows.length, 1);
    await other.query("commit");
    await running;
  };
  return { store, whileHeld };
}

for (const [what, change, run, status] of steps) {
  test(`${what} waits for the journal before it locks the proposal`, async (t) => {
    const { store, whileHeld } = await open(t);
    const { makeAsker, create, find } = proposalSteps(() => store);
    const row = await create(await makeAsker(), change);
    const head = ["journal_heads", `client_id = '${row.clientId}'`] as const;
    await whileHeld(head, ["proposals", `id = '${row.id}'`], () => run(store, row));
    assert.equal((await find(row)).status, status);
  });
}

/** What revokes a delegated token. */
const revocations: readonly (readonly [
  what: string,
  run: (store: Store, token: DelegatedTokenRow) => Promise<unknown>,
])[] = [
  [
    "a revocation",
    (store, { clientId, id }) => store.delegatedTokens.revoke(clientId, { id }, 3000, { actor: "key:k" }),
  ],
  ["its tenant's deletion", (store, { clientId, tenantId }) => remove(store, { clientId, tenantId })],
];

for (const [what, run] of revocations) {
  test(`${what} waits for the journal before it locks a token`, async (t) => {
    const { store, whileHeld } = await open(t);
    const { makeAsker } = proposalSteps(() => store);
    const token = sampleDelegatedToken(await makeAsker());
    const { clientId, id } = token;
    await store.delegatedTokens.create(token, "key:k");
    await whileHeld(["journal_heads", `client_id = '${clientId}'`], ["delegated_tokens", `id = '${id}'`], () =>
      run(store, token),
    );
    assert.notEqual((await store.delegatedTokens.find(clientId, id))?.revokedAt, null);
  });
}

test("the trail's retention waits for a delivery before it locks the journal", async (t) => {
  const { store, whileHeld } = await open(t);
  const { clientId } = await makeTenant(store);
  const endpoint = sampleEndpoint(clientId);
  await store.webhooks.create(endpoint, sampleCreation(clientId));
  await store.webhooks.appendTest(clientId, endpoint.id, "operator");
  await store.webhooks.fanOut({ limit: 10, afterClient: "" });
  const delivery = ["webhook_deliveries", `endpoint_id = '${endpoint.id}'`] as const;
  await whileHeld(delivery, ["journal_heads", `client_id = '${clientId}'`], () =>
    pruneAt({ trail: store.audit, signing }, 9e15, 1),
  );
  assert.deepEqual(await store.audit.page(clientId, 0, 10), []);
});
