/** The mark of a SQLite database: another one after each commit, whoever makes it, and none where it could deceive. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openStore } from "../../src/store/open.ts";
import { createChangeMark } from "../../src/store/sqlite/change-mark.ts";
import { sqliteConnection } from "../../src/store/sqlite/dialect.ts";
import type { Tables } from "../../src/store/tables.ts";
import { makeConnectedTenant, sampleExecution } from "./samples.ts";

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-mark-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A process of its own changes one row. */
function changeElsewhere(file: string, statement: string): void {
  const program =
    'const { DatabaseSync } = require("node:sqlite"); new DatabaseSync(process.argv[1]).exec(process.argv[2])';
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", program, file, statement]);
}

test("a mark stays while nothing changes, and is another one after each change, ours or another process's", async (t) => {
  const file = join(newFolder(t), "svc.sqlite");
  const store = await openStore({ url: `sqlite:${file}`, nowMs: Date.now, migrate: true, serve: false });
  try {
    const seen = new Set<string>();
    const { changeMarks } = store;
    assert.ok(changeMarks.kind === "at hand");
    const isNew = (): boolean => {
      const mark = changeMarks.now();
      assert.ok(mark !== null);
      assert.equal(changeMarks.now(), mark);
      return seen.size < seen.add(mark).size;
    };
    assert.ok(isNew());
    const place = await makeConnectedTenant(store);
    assert.ok(isNew());
    await store.executions.list(place.clientId, place.tenantId, { ...noFilter, after: null, limit: 10 });
    assert.equal(isNew(), false);
    // A claim is an insert into a view, and all that it writes is written by a trigger.
    const row = sampleExecution(place);
    await store.executions.claim(row, null);
    assert.ok(isNew());
    await store.executions.settle(row, { from: "accepted", ownerId: row.ownerId, fence: 0 }, succeeded);
    assert.ok(isNew());
    changeElsewhere(file, `update executions set error_detail = 'Seen.' where id = '${row.id}'`);
    assert.ok(isNew());
    changeElsewhere(file, `delete from executions where id = '${row.id}'`);
    assert.ok(isNew());
    // What deletes by a foreign key, or whole tables, counts as well.
    await store.tenants.remove(place.clientId, place.tenantId, 1, true, () => []);
    assert.ok(isNew());
  } finally {
    await store.close();
  }
});

const noFilter = { connectionId: null, status: null, actionId: null, idempotencyKey: null };
const succeeded = {
  status: "succeeded",
  summaryOutput: null,
  errorCode: "",
  errorDetail: "",
  retryAfterSeconds: null,
  providerStatus: 200,
  providerRequestId: null,
  completedAt: 2,
  releasesKey: false,
} as const;

test("there is no mark within a transaction, and what it wrote and undid makes another", async (t) => {
  const database = new DatabaseSync(join(newFolder(t), "plain.sqlite"));
  database.exec("pragma journal_mode = wal; create table things (id integer primary key)");
  const connection = sqliteConnection<Tables>(database);
  const changeMark = createChangeMark(connection);
  const before = changeMark();
  await connection.turns.take();
  database.exec("begin; insert into things values (1)");
  assert.equal(changeMark(), null);
  database.exec("rollback");
  connection.turns.give();
  assert.notEqual(changeMark(), before);
  database.close();
  assert.equal(changeMark(), null);
});
