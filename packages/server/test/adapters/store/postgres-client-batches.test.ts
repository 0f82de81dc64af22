/** PostgreSQL: writes of several service clients share a commit, and none of them depends on another's. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import { testSeals } from "../../test-seals.ts";
import { keyedExecution, makeConnectedTenant } from "./samples.ts";
import { succeeded } from "./settlement-samples.ts";

let database: TestDatabase;
let store: Store;
let admin: Client;
before(async () => {
  database = await testDatabase();
  store = await openStore({ seals: testSeals, url: database.serverUrl, nowMs: Date.now, migrate: true, serve: true });
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await store.close();
  await database.drop();
});

const dispatching = { at: 2000, settleAfter: 9000 };
const claim = ({ row, claim: key }: Made) => store.executions.claim(row, key);
const dispatch = ({ row }: Made) => store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, dispatching);
const settle = ({ row }: Made) =>
  store.executions.settle(row, { from: "dispatched", ownerId: row.ownerId, fence: 1 }, succeeded);

type Made = ReturnType<typeof keyedExecution>;

/** Two executions each of three clients, one after the other. */
async function ofThreeClients(): Promise<Made[]> {
  const places = [];
  for (let count = 0; count < 3; count += 1) places.push(await makeConnectedTenant(store));
  return [...places, ...places].map((place) => keyedExecution(place));
}

const clientOf = ({ row }: Made): string => row.clientId;

/** The transactions that wrote the current versions of rows. */
async function transactions(made: readonly Made[]): Promise<number> {
  const { rows } = await admin.query("select distinct xmin from executions where id = any($1)", [
    made.map(({ row }) => row.id),
  ]);
  return rows.length;
}

test("claims, dispatches and settlements of three clients take a transaction each", async () => {
  const made = await ofThreeClients();
  const claimed = await Promise.all(made.map(claim));
  assert.deepEqual(
    claimed,
    made.map(({ row }) => ({ kind: "claimed", row })),
  );
  assert.equal(await transactions(made), 1);
  assert.deepEqual(new Set(await Promise.all(made.map(dispatch))), new Set([true]));
  assert.equal(await transactions(made), 1);
  assert.deepEqual(new Set(await Promise.all(made.map(settle))), new Set([true]));
  assert.equal(await transactions(made), 1);
  for (const { row, claim: key } of made) {
    const found = await store.executions.findKey(key);
    assert.deepEqual([found?.key.state, found?.execution?.id, found?.execution?.status], ["done", row.id, "succeeded"]);
  }
});

test("each statement of a shared transaction sees only its own client's rows, and waits briefly for locks", async () => {
  await admin.query("create table seen (client text, scope text, wait text)");
  await admin.query("grant insert on seen to public");
  await admin.query(`create function see() returns trigger language plpgsql as $$ begin
    insert into seen values (new.client_id, current_setting('svc.client_id', true), current_setting('lock_timeout'));
    return null; end $$`);
  const watched = ["executions", "idempotency_keys", "journal", "journal_heads"];
  for (const table of watched) {
    await admin.query(`create trigger see after insert or update on ${table} for each row execute function see()`);
  }
  try {
    const made = await ofThreeClients();
    await admin.query("delete from seen");
    for (const step of [claim, dispatch, settle]) await Promise.all(made.map((each) => step(each)));
    const { rows } = await admin.query("select distinct client, scope, wait from seen order by client");
    const clients = [...new Set(made.map(clientOf))].sort();
    assert.deepEqual(
      rows,
      clients.map((client) => ({ client, scope: client, wait: "100ms" })),
    );
  } finally {
    for (const table of watched) await admin.query(`drop trigger see on ${table}`);
    await admin.query("drop table seen");
    await admin.query("drop function see");
  }
});

/** Makes the database reject this client's rows, while the work runs. */
async function whileRejected(clientId: string, work: () => Promise<void>): Promise<void> {
  await admin.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.client_id = '${clientId}' then raise exception 'refused'; end if; return new; end $$`);
  await admin.query(
    "create trigger refuse before insert or update on executions for each row execute function refuse()",
  );
  try {
    await work();
  } finally {
    await admin.query("drop trigger refuse on executions");
    await admin.query("drop function refuse");
  }
}

for (const [name, step, earlier] of [
  ["claims", claim, []],
  ["dispatches", dispatch, [claim]],
  ["settlements", settle, [claim, dispatch]],
] as const) {
  test(`if one client's ${name} fail, no other's do`, async () => {
    const made = await ofThreeClients();
    for (const before of earlier) await Promise.all(made.map((each) => before(each)));
    const [refused = ""] = made.map(clientOf);
    await whileRejected(refused, async () => {
      const results = await Promise.allSettled(made.map((each) => step(each)));
      assert.deepEqual(
        results.map(({ status }) => status),
        made.map((each) => (clientOf(each) === refused ? "rejected" : "fulfilled")),
      );
    });
    const again = await Promise.all(made.filter((each) => clientOf(each) === refused).map((each) => step(each)));
    assert.ok(again.every((result) => result === true || (typeof result === "object" && result.kind === "claimed")));
  });
}

/** What a step of an execution may have to wait for. */
const held: readonly (readonly [
  what: string,
  earlier: readonly ((made: Made) => Promise<unknown>)[],
  step: (made: Made) => Promise<unknown>,
  lock: (row: ExecutionRow) => [text: string, values: string[]],
])[] = [
  [
    "claims while a client's journal",
    [],
    claim,
    ({ clientId }) => ["select 1 from journal_heads where client_id = $1 for update", [clientId]],
  ],
  [
    "dispatches while a client's connection",
    [claim],
    dispatch,
    ({ connectionId }) => ["select 1 from connections where id = $1 for update", [connectionId]],
  ],
  [
    "settlements while a client's record",
    [claim, dispatch],
    settle,
    ({ id }) => ["select 1 from executions where id = $1 for update", [id]],
  ],
];

for (const [what, earlier, step, lock] of held) {
  test(`${what} is locked wait only for that client`, async () => {
    const made = await ofThreeClients();
    for (const before of earlier) await Promise.all(made.map((each) => before(each)));
    const [first] = made;
    assert.ok(first !== undefined);
    await admin.query("begin");
    await admin.query(...lock(first.row));
    const isWaiting = (each: Made): boolean => clientOf(each) === clientOf(first);
    const waiting = Promise.allSettled(made.filter(isWaiting).map((each) => step(each)));
    await Promise.all(made.filter((each) => !isWaiting(each)).map((each) => step(each)));
    const later = await makeConnectedTenant(store);
    // While the first client waits apart, what others send doesn't join it.
    assert.equal((await claim(keyedExecution(later))).kind, "claimed");
    await admin.query("commit");
    assert.ok((await waiting).every(({ status }) => status === "fulfilled"));
  });
}
