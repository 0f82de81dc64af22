/** What commits on PostgreSQL wait for, even if the settings of the role, database or server change. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "../../../../../tools/postgres/index.ts";
import { createDatabase, giveToServerRole } from "../../../../../tools/postgres/databases.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleEvent } from "../../domain/journal/fixture.ts";
import { keyedExecution, makeConnectedTenant } from "./samples.ts";
import { succeeded } from "./settlement-samples.ts";
import { testSeals } from "../../test-seals.ts";

let server: PostgresServer;
let serverUrl: string;
let admin: Client;
before(async () => {
  // A separate server, because this test changes settings for all its databases.
  server = await startPostgres({ fsync: "on" });
  const url = await createDatabase(server.url);
  serverUrl = await giveToServerRole(server.url, url);
  admin = new Client({ connectionString: url });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await server.stop();
});

const expect = { ownerId: "owner_a", fence: 0 };
const atDispatch = { at: 2000, settleAfter: 9000 };

const open = (): Promise<Store> =>
  openStore({ seals: testSeals, url: serverUrl, nowMs: Date.now, migrate: true, serve: true });

/** Changes a setting of the server, also for open sessions. */
async function set(name: string, value: string): Promise<void> {
  await admin.query(`alter system set ${name} = '${value}'`);
  await admin.query("select pg_reload_conf()");
  await until(async () => (await admin.query(`show ${name}`)).rows[0][name] === value);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  while (!(await holds())) {
    assert.ok(Date.now() < giveUpAt, "The setting did not take effect within ten seconds.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Records what the commit of each transaction that changes a table waits for. */
async function watchCommits(tables: readonly string[]): Promise<void> {
  await admin.query("create table seen (changed text, waits_for text)");
  await admin.query("grant insert on seen to public");
  await admin.query(`create function see() returns trigger language plpgsql as $$ begin
    insert into seen values (tg_table_name, current_setting('synchronous_commit')); return null; end $$`);
  for (const table of tables) {
    await admin.query(`create trigger see after insert or update on ${table} for each row execute function see()`);
  }
}

test("every change waits for disk and standby even if its role's settings change while the server runs", async () => {
  const running = await open();
  await watchCommits(["executions", "idempotency_keys", "journal", "owners", "connections", "tenants"]);
  const role = new URL(serverUrl).username;
  await admin.query(`alter role ${role} set synchronous_commit = 'off'`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [role]);
  // Ended sessions leave the pool when they are first used.
  await until(() =>
    running.ping().then(
      () => true,
      () => false,
    ),
  );
  try {
    const { row, claim } = keyedExecution(await makeConnectedTenant(running));
    await running.executions.claim(row, claim);
    assert.equal(await running.executions.dispatch(row, expect, atDispatch), true);
    await running.executions.settle(row, { from: "dispatched", ownerId: "owner_a", fence: 1 }, succeeded);
    await running.owners.begin("owner_a");
    await running.owners.beat("owner_a");
    const { rows } = await admin.query<{ changed: string; waits_for: string }>("select distinct * from seen");
    const changed = new Set(rows.map((seen) => seen.changed));
    assert.ok(
      ["executions", "idempotency_keys", "owners", "connections", "tenants"].every((name) => changed.has(name)),
    );
    assert.deepEqual([...new Set(rows.map((seen) => seen.waits_for))], ["on"]);
  } finally {
    await running.close();
    await admin.query(`alter role ${role} reset synchronous_commit`);
  }
});

/** Cancels every commit that waits for a standby, as an operator would, until the work is done. @returns how many. */
async function cancelCommitsUntil(work: Promise<unknown>): Promise<number> {
  const ended = work.then(
    () => true,
    () => true,
  );
  let cancelled = 0;
  for (;;) {
    const { rowCount } = await admin.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    cancelled += rowCount ?? 0;
    const pause = new Promise<false>((resolve) => setTimeout(resolve, 20, false));
    if (await Promise.race([ended, pause])) return cancelled;
  }
}

test("a commit whose wait for the standby was canceled doesn't count", async () => {
  const store = await open();
  const { row, claim } = keyedExecution(await makeConnectedTenant(store));
  await store.executions.claim(row, claim);
  await set("synchronous_standby_names", "nobody");
  try {
    const changes = {
      // A repeated dispatch writes its row again.
      dispatch: store.executions.dispatch(row, expect, atDispatch),
      // A repeated event is only read, and another commit has to confirm it.
      event: store.audit.append(sampleEvent(row.clientId, 1)),
    };
    // For each, its own commit and the one that should have confirmed it.
    assert.ok((await cancelCommitsUntil(Promise.allSettled(Object.values(changes)))) >= 4);
    await assert.rejects(changes.dispatch, { code: "COMMIT_UNCONFIRMED" });
    await assert.rejects(changes.event, { code: "COMMIT_UNCONFIRMED" });
  } finally {
    await set("synchronous_standby_names", "");
    await store.close();
  }
});
