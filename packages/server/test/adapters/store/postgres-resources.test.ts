/** A PostgreSQL that lacks a resource: the log, readiness and recovery. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { StoreError } from "../../../src/adapters/store/errors.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { createPostgresHealth } from "../../../src/adapters/store/postgres/health.ts";
import type { StoreNotice } from "../../../src/domain/database/port.ts";
import { makeConnectedTenant } from "./samples.ts";
import { testSeals } from "../../test-seals.ts";

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.drop());

const full = "writes fail: the disk that holds the database is full";

test("says once that the disk is full, isn't ready until a write succeeds, and says that too", async () => {
  const store = await openStore({
    url: database.serverUrl,
    nowMs: Date.now,
    seals: testSeals,
    migrate: true,
    serve: true,
  });
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const notices: StoreNotice[] = [];
  store.tell((notice) => notices.push(notice));
  try {
    await store.ping();
    // Every new row, and every new table, fails as on a full disk. Other writes succeed.
    await admin.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100'; end $$`);
    await admin.query(`create function no_table_room() returns event_trigger language plpgsql as
      $$ begin raise exception using errcode = '53100'; end $$`);
    await admin.query("create trigger no_room before insert on tenants execute function no_room()");
    await admin.query("create event trigger no_room on ddl_command_start execute function no_table_room()");
    const isFull = (error: unknown): boolean => error instanceof StoreError && error.code === "53100";
    await assert.rejects(makeConnectedTenant(store), isFull);
    await assert.rejects(makeConnectedTenant(store), isFull);
    await assert.rejects(store.ping(), isFull);
    assert.equal(store.faultCode(), "53100");
    assert.deepEqual(notices, [{ level: "error", message: full }]);
    await admin.query("drop event trigger no_room");
    await admin.query("drop trigger no_room on tenants");
    await store.ping();
    assert.equal(store.faultCode(), null);
    assert.deepEqual(notices.slice(1), [{ level: "warn", message: "writes succeed again" }]);
    await makeConnectedTenant(store);
  } finally {
    await admin.end();
    await store.close();
  }
});

test("notes a lack of memory, of connections and of a primary, and no other fault", () => {
  for (const [code, expected] of [
    ["53200", "53200"],
    ["53300", "53300"],
    ["58030", "58030"],
    ["25006", "25006"],
    ["23505", null],
    ["57P01", null],
    ["ECONNRESET", null],
  ] as const) {
    const health = createPostgresHealth(() => Promise.resolve());
    health.failed(new StoreError(code, false));
    assert.equal(health.faultCode(), expected, code);
    health.stop();
  }
});

test("a write that gets no response ends no fault", async () => {
  const health = createPostgresHealth(() => Promise.reject(new StoreError("NO_RESPONSE", true)));
  health.failed(new StoreError("53100", false));
  await assert.rejects(health.recheck(), StoreError);
  assert.equal(health.faultCode(), "53100");
  health.stop();
});
